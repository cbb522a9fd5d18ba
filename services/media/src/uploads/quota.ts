import type { StorageUse } from '@griot/contracts/uploads'
import { type Db, inTransaction, type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { type Caller, nameOf } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import type { UploadLimits } from '../config.ts'
import { originalKey } from '../storage/objects.ts'
import type { NewUpload } from './uploads.queries.ts'

type Quota = Pick<UploadLimits, 'quotaBytes' | 'quotaFiles'>
type ShownLimits = Quota & Pick<UploadLimits, 'losslessBytes'>

/** The storage that a user uses, and their quota. Admins have none. */
export const storageUse = async (db: Queryable, caller: Caller, quota: ShownLimits): Promise<StorageUse> => ({
  ...(await storageUsedBy(db, caller.id)),
  mostBytes: caller.isAdmin ? null : quota.quotaBytes,
  mostFiles: caller.isAdmin ? null : quota.quotaFiles,
  losslessBytes: quota.losslessBytes,
})

/** Counts files, and unfinished uploads with their reserved size. */
const storageUsedBy = (db: Queryable, ownerId: string) =>
  db.one(
    z.object({ usedBytes: z.number(), usedFiles: z.number() }),
    sql`
      select coalesce(sum(size_bytes), 0) as "usedBytes", count(*) as "usedFiles"
      from (
        select size_bytes from media_file where owner_id = ${ownerId} and deleted_at is null
        union all
        select reserved_bytes from upload where owner_id = ${ownerId} and reserved_bytes > 0
      ) stored
    `,
  )

interface BeginningUpload {
  id: string
  originalName: string
  mimeType: string
  /** Counts towards the quota. */
  reservedBytes: number
  /** Null if the size was not declared. Such an upload cannot be continued. */
  sizeBytes: number | null
}

/** Begins an upload if it fits into the quota; otherwise throws 413 `storage.quota_reached`. */
export const beginWithinQuota = (
  { db, limits }: { db: Db; limits: Quota },
  owner: Caller,
  { reservedBytes, sizeBytes, ...file }: BeginningUpload,
) =>
  inTransaction(db, async (tx): Promise<NewUpload> => {
    if (!owner.isAdmin) await requireQuota(tx, owner.id, reservedBytes, limits)
    const isOpen = sizeBytes !== null
    const { id, originalName, mimeType } = file
    const upload = { ...file, ownerId: owner.id, ownerName: nameOf(owner), objectKey: originalKey(id) }
    await tx.run(sql`
      insert into upload
        (id, owner_id, object_key, reserved_bytes, owner_name, original_name, mime_type, size_bytes, touched_at)
      values (
        ${id}, ${owner.id}, ${upload.objectKey}, ${reservedBytes}, ${upload.ownerName},
        ${isOpen ? originalName : null}, ${isOpen ? mimeType : null}, ${sizeBytes}::bigint,
        case when ${isOpen} then clock_timestamp() end
      )
    `)
    return upload
  })

const requireQuota = async (tx: Tx, ownerId: string, bytes: number, { quotaBytes, quotaFiles }: Quota) => {
  // Uploads of one user begin one after the other, so that concurrent ones cannot exceed the quota together.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${ownerId}`}, 0))`)
  const { usedBytes, usedFiles } = await storageUsedBy(tx, ownerId)
  if (quotaFiles !== null && usedFiles >= quotaFiles) {
    throw quotaReached(`You have ${quotaFiles} files, which is the limit. Please delete some that you no longer need.`)
  }
  if (quotaBytes !== null && usedBytes + bytes > quotaBytes) {
    throw quotaReached(
      `There is not enough space left for this file: ${inGigabytes(usedBytes)} of your ${inGigabytes(quotaBytes)} GB are used. Please delete files that you no longer need.`,
    )
  }
}

const quotaReached = (message: string) => new AppError(413, 'storage.quota_reached', message)

const inGigabytes = (bytes: number) => String(Number((bytes / 1024 ** 3).toFixed(2)))
