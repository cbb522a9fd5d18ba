import { Category } from '@griot/contracts/catalog/podcasts'
import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isFeedItem, isPublicEpisode, isPublicPodcast } from '../public/is-public.ts'

/** Large shows have several pages, so that a page stays below 30 kB. */
export const EPISODES_PER_PAGE = 20

const Chapter = z.object({ start: z.number(), title: z.string() })

const PublicShow = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  descriptionHtml: z.string().nullable(),
  author: z.string(),
  category: Category,
  language: z.string(),
  website: z.string().nullable(),
  coverId: Id.nullable(),
  titleVersion: z.number(),
  pointsPerListen: z.number(),
  episodeCount: z.number(),
})
export type PublicShow = z.infer<typeof PublicShow>

const PublicEpisode = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  notesHtml: z.string().nullable(),
  seconds: z.number(),
  releaseDate: Timestamp,
  chapters: z.array(Chapter).nullable(),
  hasMp3: z.boolean(),
})
export type PublicEpisode = z.infer<typeof PublicEpisode>

const ListedEpisode = PublicEpisode.pick({ id: true, title: true, description: true, seconds: true, releaseDate: true })
export type ListedEpisode = z.infer<typeof ListedEpisode>

const seconds = sql`coalesce(e.measured_seconds, e.typed_seconds) as seconds`
const releaseDate = sql`e.release_date as "releaseDate"`

/** A show with public pages. */
export const findPublicShow = (db: Queryable, id: string) =>
  db.maybeOne(
    PublicShow,
    sql`
      select p.id, p.title, p.description, p.description_html as "descriptionHtml",
        coalesce(p.author, p.host_name) as author, p.category, p.language, p.website,
        p.cover_id as "coverId", p.title_version as "titleVersion", p.points_per_listen as "pointsPerListen",
        (select count(*)::int from episode e where e.podcast_id = p.id and ${isPublicEpisode}) as "episodeCount"
      from podcast p where p.id = ${id} and ${isPublicPodcast}
    `,
  )

/** The episodes of a show on page `page`, newest first. */
export const listPublicEpisodes = (db: Queryable, podcastId: string, page: number) =>
  db.many(
    ListedEpisode,
    sql`
      select e.id, e.title, left(e.description, 400) as description, ${seconds}, ${releaseDate}
      from episode e where e.podcast_id = ${podcastId} and ${isPublicEpisode}
      order by e.release_date desc, e.id desc
      limit ${EPISODES_PER_PAGE} offset ${(page - 1) * EPISODES_PER_PAGE}
    `,
  )

/** The newest episodes of a show whose MP3 is ready. */
export const listPlayedEpisodes = (db: Queryable, podcastId: string) =>
  db.many(
    PublicEpisode.pick({ id: true, title: true, seconds: true, hasMp3: true }),
    sql`
      select e.id, e.title, ${seconds}, true as "hasMp3" from episode e
      where e.podcast_id = ${podcastId} and ${isFeedItem}
      order by e.release_date desc, e.id desc limit ${EPISODES_PER_PAGE}
    `,
  )

/** An episode with a public page. */
export const findPublicEpisode = (db: Queryable, id: string) =>
  db.maybeOne(
    PublicEpisode.extend({ podcastId: Id }),
    sql`
      select e.id, e.podcast_id as "podcastId", e.title, e.description, e.notes_html as "notesHtml", ${seconds},
        ${releaseDate}, e.chapters, e.mp3_bytes is not null as "hasMp3"
      from episode e where e.id = ${id} and ${isPublicEpisode}
    `,
  )
