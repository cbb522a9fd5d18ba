import { Favorite } from '@griot/contracts/library'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { FROM_THE_NEWEST } from '@griot/service-kit/db/newest-first'
import { z } from 'zod'

const columns = sql`id, user_id as "userId", podcast_id as "podcastId", created_at as "createdAt"`

export const addFavorite = (db: Queryable, userId: string, podcastId: string) =>
  db.one(
    Favorite.extend({ isNew: z.boolean() }),
    // The update without effect returns an existing row as well; xmax is 0 only for an inserted row.
    sql`
      insert into favorite (user_id, podcast_id) values (${userId}, ${podcastId})
      on conflict (user_id, podcast_id) do update set user_id = excluded.user_id
      returning ${columns}, xmax = 0 as "isNew"
    `,
  )

export const removeFavorite = (db: Queryable, userId: string, id: string) =>
  db.run(sql`delete from favorite where id = ${id} and user_id = ${userId}`)

export const listFavorites = (
  db: Queryable,
  userId: string,
  {
    limit,
    podcastId = null,
    after = FROM_THE_NEWEST,
  }: { limit: number; podcastId: string | null | undefined; after: readonly [string, string] | undefined },
) =>
  db.many(
    Favorite,
    sql`
      select ${columns} from favorite
      where user_id = ${userId} and (${podcastId}::uuid is null or podcast_id = ${podcastId}::uuid)
        and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
      order by created_at desc, id desc
      limit ${limit + 1}
    `,
  )
