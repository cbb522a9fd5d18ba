import { type Db, sql } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import { withStep } from '../timeline/timeline.queries.ts'
import { hashObject } from './objects.ts'

// With this batch size a worker audits up to 43,200 files a day.
const EVERY = '23 hours'
const BATCH_SIZE = 10

const DAMAGED = 'The stored recording is damaged. Please upload it again, as the replacement of this file.'
const LOST = 'The stored recording is lost. Please upload it again, as the replacement of this file.'

interface AuditParts {
  db: Db
  store: Pick<ObjectStore, 'read'>
  log: Log
  onBroken?: ((found: Broken) => void) | undefined
}

const Audited = z.object({ id: z.string(), key: z.string(), sha256: z.string() })
type Audited = z.output<typeof Audited>

/**
 * Compares stored recordings with the hashes of their uploads, least recently audited first. Sets a lost or damaged one to
 * failed, so that its owner sees it before listeners do. Returns the number of audited files.
 */
export const auditObjects = async ({ db, store, log, onBroken }: AuditParts) => {
  const files = await takeFiles(db)
  for (const file of files) {
    const found = await hashOf(store, file.key)
    if (found === file.sha256) continue
    const isMarked = await markDamaged(db, file, found)
    if (!isMarked) continue
    const how = found === null ? 'lost' : 'damaged'
    onBroken?.(how)
    log.error({ mediaFileId: file.id, found }, `recording ${how}`)
  }
  return files.length
}

/** Selects the next files and marks them as audited, so that each worker gets other files. */
const takeFiles = (db: Db) =>
  db.many(
    Audited,
    sql`
      with due as (
        select m.id from media_file m left join media_audit a on a.media_file_id = m.id
        where m.status = 'ready' and m.deleted_at is null
          and coalesce(a.audited_at, m.created_at) < clock_timestamp() - ${EVERY}::interval
        order by coalesce(a.audited_at, m.created_at) limit ${BATCH_SIZE}
        for update of m skip locked
      ), taken as (
        insert into media_audit as a (media_file_id) select id from due
        on conflict (media_file_id) do update set audited_at = excluded.audited_at
          where a.audited_at < excluded.audited_at - ${EVERY}::interval
        returning media_file_id
      )
      select id, object_key as key, encode(sha256, 'hex') as sha256
      from media_file join taken on taken.media_file_id = id
    `,
  )

/** Returns null if the object is missing. An unavailable store rejects, because it proves nothing about the recording. */
const hashOf = async (store: AuditParts['store'], key: string) => {
  try {
    return (await hashObject(store, key)).toString('hex')
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

/** Returns false if the file was deleted or replaced while it was being read. */
const markDamaged = async (db: Db, { id, key }: Audited, found: string | null) => {
  const sentence = found === null ? LOST : DAMAGED
  // A restored backup may contain a lost object. A damaged object stays damaged, so a retry cannot help.
  const failed = sql`
    update media_file set status = 'failed', failure = ${sentence}, is_hopeless = ${found !== null}
    where id = ${id} and object_key = ${key} and status = 'ready' and deleted_at is null
    returning id, revision
  `
  const technical = found === null ? `no object ${key}` : `the object ${key} hashes to ${found}`
  return (await db.run(withStep(failed, { kind: 'failed', sentence, technical }))) === 1
}

const FOUND = ['lost', 'damaged'] as const
export type Broken = (typeof FOUND)[number]

export const countBroken = (metrics: Metrics) => {
  const broken = metrics.counter({
    name: 'griot_recordings_broken_total',
    help: 'Recordings that are lost or damaged',
    labelNames: ['found'],
  })
  // An alert on an increase needs a first value.
  for (const found of FOUND) broken.inc({ found }, 0)
  return (found: Broken) => broken.inc({ found })
}
