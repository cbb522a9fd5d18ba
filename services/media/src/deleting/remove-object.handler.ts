import { type Db, sql } from '@griot/service-kit/db/db'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import type { FileWork, HandlerParts } from '../jobs/run-attempt.ts'
import type { RemoveObject } from './remove-object.job.ts'

const KeyRow = z.object({ key: z.string() })

/** Removes the object and then the row of a deleted file. The row goes last, so that a retry still finds the key. */
export const removeObject = async (db: Db, store: Pick<ObjectStore, 'remove'>, mediaFileId: string) => {
  const deleted = sql`from media_file where id = ${mediaFileId} and deleted_at is not null`
  const file = await db.maybeOne(KeyRow, sql`select object_key as key ${deleted}`)
  if (file === undefined) return
  await store.remove(file.key)
  await db.run(sql`delete ${deleted}`)
}

/** No page shows a deleted file, so its timeline gets no entry. */
export const removeObjectOf = (
  { db, store }: Pick<HandlerParts, 'db' | 'store'>,
  { mediaFileId }: z.output<typeof RemoveObject.data>,
): FileWork => ({
  mediaFileId,
  usesFfmpeg: false,
  run: () => removeObject(db, store, mediaFileId),
  writePercent: async () => true,
  record: async () => {},
})
