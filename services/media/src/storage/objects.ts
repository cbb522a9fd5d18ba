import { createHash } from 'node:crypto'
import { type Db, type Queryable, sql } from '@griot/service-kit/db/db'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'

/** The key of an uploaded file, spread over 256 folders. It contains only our id, never the file name. */
export const originalKey = (uploadId: string) => `originals/${uploadId.slice(0, 2)}/${uploadId}`

/** Derived from the rendition's id, so a repeated job writes the same objects. */
export const renditionKey = (renditionId: string, form: 'mp3' | 'aac') =>
  `renditions/${renditionId.slice(0, 2)}/${renditionId}.${form}`

/** The MP3 of an episode. The id is new for each file that is made, and a repeated job writes the same object. */
export const mp3Key = (mp3Id: string) => `episodes/${mp3Id.slice(0, 2)}/${mp3Id}.mp3`

export const artworkKey = (mediaFileId: string) => `artwork/${mediaFileId.slice(0, 2)}/${mediaFileId}`

/** The SHA-256 of a stored object. Rejects with `ObjectMissing` if there is no such object. */
export const hashObject = async (store: Pick<ObjectStore, 'read'>, key: string) => {
  const hash = createHash('sha256')
  for await (const chunk of await store.read(key)) hash.update(chunk as Buffer)
  return hash.digest()
}

const KeyRow = z.object({ key: z.string() })

// Longer than any grant to read an object is valid.
const KEPT_FOR = '5 minutes'
const BATCH_SIZE = 100

export const derivedKeys = ({ artworkKey, renditionId }: { artworkKey: string | null; renditionId: string | null }) => [
  ...(artworkKey === null ? [] : [artworkKey]),
  ...(renditionId === null ? [] : (['mp3', 'aac'] as const).map((form) => renditionKey(renditionId, form))),
]

/** Marks objects without a reference. They are removed later, because a grant may still be in use. A key may repeat. */
export const retireObjects = (tx: Queryable, keys: string[], { moreHours = 0 } = {}) =>
  tx.run(sql`
    insert into retired_object (object_key, retired_at)
    select key, clock_timestamp() + make_interval(hours => ${moreHours})
    from (select distinct unnest(${keys}::text[]) as key) given
    on conflict (object_key) do update set retired_at = excluded.retired_at
  `)

/** Removes objects that were retired long enough ago. An object that cannot be removed is retried by the next call. */
export const removeRetired = async (db: Db, store: ObjectStore) => {
  const rows = await db.many(
    KeyRow,
    sql`
      select object_key as key from retired_object r where retired_at < clock_timestamp() - ${KEPT_FOR}::interval
        -- A later round of the same file may have stored the object again.
        and not exists (
          select 1 from media_file m where m.deleted_at is null and r.object_key in (m.object_key, m.artwork_key)
        )
        -- Served until the MP3 of the new audio is ready.
        and not exists (select 1 from episode_mp3 mp3 where mp3.object_key = r.object_key)
      order by retired_at limit ${BATCH_SIZE}
    `,
  )
  for (const { key } of rows) {
    await store.remove(key)
    await db.run(sql`delete from retired_object where object_key = ${key}`)
  }
  return rows.length
}
