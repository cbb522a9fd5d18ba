import { Id } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'

const Row = z.object({ id: Id })

/** A cover that is about to be written. */
export const insertCover = async (db: Queryable, podcastId: string) =>
  (await db.one(Row, sql`insert into cover (podcast_id) values (${podcastId}) returning id`)).id

/** Makes this the cover of a podcast, in place of the one before; null takes it away. */
export const showCover = async (tx: Tx, podcastId: string, coverId: string | null) => {
  await tx.run(sql`
    update cover set unused_since = clock_timestamp()
    where id = (select cover_id from podcast where id = ${podcastId} for update)
  `)
  await tx.run(sql`update podcast set cover_id = ${coverId} where id = ${podcastId}`)
  if (coverId !== null) await tx.run(sql`update cover set unused_since = null where id = ${coverId}`)
}

/** Whether the podcast shows this cover, or did until a moment ago. */
export const isCoverOf = async (db: Queryable, podcastId: string, coverId: string) =>
  (await db.maybeOne(Row, sql`select id from cover where id = ${coverId} and podcast_id = ${podcastId}`)) !== undefined

const MOST_AT_ONCE = 50

/** Covers that no podcast shows, and that no open page may still ask for. */
export const unusedCovers = (db: Queryable, minutes: number) =>
  db.many(
    Row,
    sql`
      select id from cover where unused_since < clock_timestamp() - make_interval(mins => ${minutes})
      order by unused_since limit ${MOST_AT_ONCE}
    `,
  )

export const forgetCover = (db: Queryable, id: string) =>
  db.run(sql`delete from cover where id = ${id} and unused_since is not null`)
