import type { StorageUse } from '@griot/contracts/uploads'
import { type Db, inTransaction, type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import { storageFull } from '@griot/service-kit/objects/files'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import type { UploadLimits } from './limits.ts'
import type { UploadSlots } from './upload-slots.ts'
import { type BeginningUpload, beginUpload } from './uploads.queries.ts'

type Quota = Pick<UploadLimits, 'quotaBytes' | 'quotaFiles'>

/** How much room someone uses, and how much they have; admins have as much as there is. */
export const storageUse = async (db: Queryable, caller: Caller, quota: Quota): Promise<StorageUse> => ({
  ...(await usedBy(db, caller.id)),
  mostBytes: caller.isAdmin ? null : quota.quotaBytes,
  mostFiles: caller.isAdmin ? null : quota.quotaFiles,
})

const usedBy = (db: Queryable, ownerId: string) =>
  db.one(
    z
      .object({ bytes: z.number(), files: z.number() })
      .transform(({ bytes, files }) => ({ usedBytes: bytes, usedFiles: files })),
    sql`
      select coalesce(sum(size_bytes), 0) as bytes, count(*) as files
      from (
        select size_bytes from media_file where owner_id = ${ownerId} and deleted_at is null
        union all
        select reserved_bytes from upload where owner_id = ${ownerId} and reserved_bytes > 0
      ) stored
    `,
  )

/** Begins an upload if there is room for it. Uploads of one person begin one after the other, so none counts twice. */
export const beginWithinQuota = (db: Db, owner: Caller, upload: BeginningUpload, quota: Quota) =>
  inTransaction(db, async (tx) => {
    if (!owner.isAdmin) await requireRoom(tx, owner.id, upload.reservedBytes, quota)
    await beginUpload(tx, upload)
  })

const requireRoom = async (tx: Tx, ownerId: string, bytes: number, { quotaBytes, quotaFiles }: Quota) => {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${ownerId}`}, 0))`)
  const { usedBytes, usedFiles } = await usedBy(tx, ownerId)
  if (quotaFiles !== null && usedFiles >= quotaFiles) {
    throw quotaReached(`You have ${quotaFiles} files, and more do not fit. Please delete some that you no longer need.`)
  }
  if (quotaBytes !== null && usedBytes + bytes > quotaBytes) {
    throw quotaReached(
      `There is not enough room left for this file: ${inGigabytes(usedBytes)} of your ${inGigabytes(quotaBytes)} GB are used. Please delete files that you no longer need.`,
    )
  }
}

const quotaReached = (message: string) => new AppError(413, 'storage.quota_reached', message)

const inGigabytes = (bytes: number) => String(Number((bytes / 1024 ** 3).toFixed(2)))

interface DiskParts {
  store: ObjectStore
  slots: UploadSlots
  limits: Pick<UploadLimits, 'freeDiskBytes'>
}

/** Refuses uploads when what is on its way would leave too little of the disk to everything else. */
export const requireFreeDisk = async ({ store, slots, limits }: DiskParts) => {
  const free = await store.freeBytes()
  if (free !== null && free - slots.expectedBytes() < limits.freeDiskBytes) throw storageFull()
}
