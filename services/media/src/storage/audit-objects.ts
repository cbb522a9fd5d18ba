import { createHash } from 'node:crypto'
import { type Db, sql } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import { withStep } from '../timeline/timeline.queries.ts'
import type { Broken } from './count-broken.ts'

// Every file comes up once a day, as long as those are no more than this machine should read in a minute.
const EVERY = '23 hours'
const FILES_AT_ONCE = 10

const DAMAGED = 'The stored recording is damaged. Please upload it again, as the replacement of this file.'
const LOST = 'The stored recording is lost. Please upload it again, as the replacement of this file.'

interface AuditParts {
  db: Db
  store: Pick<ObjectStore, 'read'>
  log: Log
  onBroken?: ((found: Broken) => void) | undefined
}

const Audited = z
  .object({ id: z.string(), object_key: z.string(), sha256: z.string() })
  .transform((row) => ({ id: row.id, key: row.object_key, sha256: row.sha256 }))
type Audited = z.output<typeof Audited>

/**
 * Compares stored recordings with what was uploaded, those first that were not looked at for longest. One that is lost
 * or has changed fails, so that its owner hears of it before a listener does. Answers how many were looked at.
 */
export const auditObjects = async ({ db, store, log, onBroken }: AuditParts) => {
  const files = await takeFiles(db)
  for (const file of files) {
    const found = await hashOf(store, file.key)
    if (found === file.sha256) continue
    const isNews = await markDamaged(db, file, found)
    if (!isNews) continue
    const how = found === null ? 'lost' : 'damaged'
    onBroken?.(how)
    log.error({ mediaFileId: file.id, found }, `recording ${how}`)
  }
  return files.length
}

/** Of several workers each gets others, and one that dies over a file does not come back to it before the next day. */
const takeFiles = (db: Db) =>
  db.many(
    Audited,
    sql`
      with due as (
        select m.id from media_file m left join media_audit a on a.media_file_id = m.id
        where m.status = 'ready' and m.deleted_at is null
          and coalesce(a.audited_at, m.created_at) < clock_timestamp() - ${EVERY}::interval
        order by coalesce(a.audited_at, m.created_at) limit ${FILES_AT_ONCE}
        for update of m skip locked
      ), taken as (
        insert into media_audit as a (media_file_id) select id from due
        on conflict (media_file_id) do update set audited_at = excluded.audited_at
          where a.audited_at < excluded.audited_at - ${EVERY}::interval
        returning media_file_id
      )
      select id, object_key, encode(sha256, 'hex') as sha256
      from media_file join taken on taken.media_file_id = id
    `,
  )

/** Null when there is nothing to hash; a store that is away fails instead, and says nothing about the recording. */
const hashOf = async (store: AuditParts['store'], key: string) => {
  try {
    const hash = createHash('sha256')
    for await (const chunk of await store.read(key)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

/** Not when it was deleted or replaced while it was being read. */
const markDamaged = async (db: Db, { id, key }: Audited, found: string | null) => {
  const sentence = found === null ? LOST : DAMAGED
  // What is lost may be found again, with the bucket that was meant or with a backup; what has changed stays as it is.
  const isHopeless = found !== null
  const failed = sql`
    update media_file set status = 'failed', failure = ${sentence}, is_hopeless = ${isHopeless}
    where id = ${id} and object_key = ${key} and status = 'ready' and deleted_at is null
    returning id, revision
  `
  const technical = found === null ? `no object ${key}` : `the object ${key} hashes to ${found}`
  return (await db.run(withStep(failed, { kind: 'failed', sentence, technical }))) === 1
}
