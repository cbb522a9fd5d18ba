import { type Db, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const BATCH = 500

/** Adds the queue entries of files that are older than migration 0012, in small steps. Does nothing afterwards. */
export const fillQueueEntries = async (db: Db) => {
  for (let ids = await findMissing(db); ids.length > 0; ids = await findMissing(db, ids.at(-1))) {
    await db.run(sql`select refresh_queue_entry(id) from unnest(${ids}::uuid[]) id`)
  }
}

const findMissing = async (db: Db, after = '00000000-0000-0000-0000-000000000000') => {
  const rows = await db.many(
    z.object({ id: z.string() }),
    sql`
      select m.id from media_file m
      where m.id > ${after} and m.deleted_at is null
        and not exists (select 1 from queue_entry q where q.media_file_id = m.id)
      order by m.id limit ${BATCH}
    `,
  )
  return rows.map(({ id }) => id)
}
