import { type Db, type Queryable, sql } from '@griot/service-kit/db'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import type { StoredFile } from '../files/media-file.ts'
import { renditionKey } from './keys.ts'

// Longer than anybody has leave to hear an object without asking again.
const STAYS = '5 minutes'
const AT_ONCE = 100

/** All that was made of a file and is not its original. */
export const derivedKeys = ({ artworkKey, renditionId }: Pick<StoredFile, 'artworkKey' | 'renditionId'>) => [
  ...(artworkKey === null ? [] : [artworkKey]),
  ...(renditionId === null ? [] : (['mp3', 'aac'] as const).map((form) => renditionKey(renditionId, form))),
]

/** Nothing names these objects any more; they are removed a while later. */
export const retireObjects = (tx: Queryable, keys: string[]) =>
  tx.run(sql`
    insert into retired_object (object_key) select unnest(${keys}::text[])
    on conflict (object_key) do update set retired_at = clock_timestamp()
  `)

/** Removes what was retired a while ago; an object that could not be removed is tried again the next time. */
export const removeRetired = async (db: Db, store: ObjectStore) => {
  const rows = await db.many(
    z.object({ object_key: z.string() }),
    sql`
      select object_key from retired_object r where retired_at < clock_timestamp() - ${STAYS}::interval
        -- Made again meanwhile, by another round of the same file.
        and not exists (
          select 1 from media_file m where m.deleted_at is null and r.object_key in (m.object_key, m.artwork_key)
        )
      order by retired_at limit ${AT_ONCE}
    `,
  )
  for (const { object_key: key } of rows) {
    await store.remove(key)
    await db.run(sql`delete from retired_object where object_key = ${key}`)
  }
  return rows.length
}
