import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isPublicEpisode, isPublicPodcast } from '../public/is-public.ts'

const Entry = z.object({ podcastId: Id, episodeId: Id.nullable(), changedAt: Timestamp.nullable() })

/** All public pages: shows, then episodes. An order by id keeps an entry in its file while others change. */
const entries = sql`
  select p.id as "podcastId", null::uuid as "episodeId", p.feed_changed_at as "changedAt"
  from podcast p where ${isPublicPodcast}
  union all
  select e.podcast_id, e.id, null from episode e where ${isPublicEpisode}
`

export const countEntries = async (db: Queryable) =>
  (await db.one(z.object({ count: z.number() }), sql`select count(*)::int as count from (${entries}) entry`)).count

/** The entries of file `file`, from 1. */
export const listEntries = (db: Queryable, file: number, size: number) =>
  db.many(
    Entry,
    sql`
      select * from (${entries}) entry order by "podcastId", "episodeId" nulls first
      limit ${size} offset ${(file - 1) * size}
    `,
  )
