import { Id } from '@griot/contracts/values'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isPublicPodcast } from '../is-public.ts'
import type { CoverName } from './cover-address.ts'

const FoundCover = z.object({
  /** Null before the first request for a drawn cover. */
  pictureId: Id.nullable(),
  podcastId: Id,
  /** Of a drawn cover; its title is null once the podcast has another one. */
  titleVersion: z.number().nullable(),
  title: z.string().nullable(),
})
export type FoundCover = z.infer<typeof FoundCover>

/** A cover of a public podcast that is shown now, or was until recently. */
export const findCover = (db: Queryable, cover: CoverName) =>
  db.maybeOne(
    FoundCover,
    'pictureId' in cover
      ? sql`
          select c.id as "pictureId", p.id as "podcastId", null as "titleVersion", null as title
          from cover c join podcast p on p.id = c.podcast_id
          where c.id = ${cover.pictureId} and c.drawn_version is null and ${isPublicPodcast}
        `
      : sql`
          select
            c.id as "pictureId", p.id as "podcastId", ${cover.titleVersion}::integer as "titleVersion",
            case when p.title_version = ${cover.titleVersion} then p.title end as title
          from podcast p
          left join cover c on c.podcast_id = p.id and c.drawn_version = ${cover.titleVersion}
          where p.id = ${cover.podcastId} and ${isPublicPodcast}
            and (c.id is not null or p.title_version = ${cover.titleVersion})
        `,
  )

/**
 * Inserts the row of a drawn cover before its bytes are stored, and returns its id. The rows of earlier titles become
 * unused. Undefined if the title has changed meanwhile.
 */
export const insertDrawn = async (db: Queryable, podcastId: string, titleVersion: number) =>
  (
    await db.maybeOne(
      z.object({ id: Id }),
      sql`
        with current as (select id from podcast where id = ${podcastId} and title_version = ${titleVersion}),
        earlier as (
          update cover set unused_since = clock_timestamp()
          where podcast_id in (select id from current) and drawn_version < ${titleVersion} and unused_since is null
        )
        insert into cover (podcast_id, drawn_version, unused_since)
        select id, ${titleVersion}, null from current
        on conflict (podcast_id, drawn_version) where drawn_version is not null do update set unused_since = null
        returning id
      `,
    )
  )?.id

/** Stores the side of a cover of an earlier release, in pixels. */
export const setSide = (db: Queryable, pictureId: string, side: number) =>
  db.run(sql`update cover set side_pixels = ${side} where id = ${pictureId} and side_pixels is null`)
