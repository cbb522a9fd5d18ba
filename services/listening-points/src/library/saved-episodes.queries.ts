import { SavedEpisode } from '@griot/contracts/library'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { FROM_THE_NEWEST } from '@griot/service-kit/db/newest-first'
import { z } from 'zod'

const columns = sql`
  id, user_id as "userId", episode_id as "episodeId", podcast_id as "podcastId", created_at as "createdAt"
`

export const saveEpisode = (db: Queryable, userId: string, episode: { id: string; podcastId: string }) =>
  db.one(
    SavedEpisode.extend({ isNew: z.boolean() }),
    // The update without effect returns an existing row as well; xmax is 0 only for an inserted row.
    sql`
      insert into saved_episode (user_id, episode_id, podcast_id) values (${userId}, ${episode.id}, ${episode.podcastId})
      on conflict (user_id, episode_id) do update set user_id = excluded.user_id
      returning ${columns}, xmax = 0 as "isNew"
    `,
  )

export const removeSavedEpisode = (db: Queryable, userId: string, id: string) =>
  db.run(sql`delete from saved_episode where id = ${id} and user_id = ${userId}`)

export const listSavedEpisodes = (
  db: Queryable,
  userId: string,
  {
    limit,
    episodeId = null,
    after = FROM_THE_NEWEST,
  }: { limit: number; episodeId: string | null | undefined; after: readonly [string, string] | undefined },
) =>
  db.many(
    SavedEpisode,
    sql`
      select ${columns} from saved_episode
      where user_id = ${userId} and (${episodeId}::uuid is null or episode_id = ${episodeId}::uuid)
        and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
      order by created_at desc, id desc
      limit ${limit + 1}
    `,
  )
