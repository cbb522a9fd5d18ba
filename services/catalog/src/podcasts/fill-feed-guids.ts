import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { newFeedGuid, type Place } from './show-details.ts'

const BATCH = 200

/**
 * Fills the columns of migration 0031 in podcasts that an earlier release created, in small steps. The feed changed last when
 * the show or its newest published episode appeared, as far as is known.
 */
export const fillFeedGuids = async (db: Db, place: Place) => {
  while ((await fillBatch(db, place)) === BATCH);
}

const fillBatch = (db: Db, place: Place) =>
  inTransaction(db, async (tx) => {
    const rows = await tx.many(
      z.object({ id: z.string() }),
      sql`select id from podcast where feed_guid is null order by id limit ${BATCH} for update skip locked`,
    )
    const ids = rows.map(({ id }) => id)
    const guids = ids.map((id) => newFeedGuid(place, id))
    await tx.run(sql`
      update podcast p set
        feed_guid = given.guid,
        feed_changed_at = coalesce(p.feed_changed_at, (
          select greatest(p.created_at, max(e.release_date)) from episode e
          where e.podcast_id = p.id and e.status = 'published'
        ))
      from unnest(${ids}::uuid[], ${guids}::uuid[]) as given (id, guid)
      where p.id = given.id
    `)
    return ids.length
  })
