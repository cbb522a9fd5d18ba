import type { BodyOf } from '@griot/contracts/endpoint'
import type { QueueBulk, StartQueueBulk } from '@griot/contracts/queue'
import { type Db, inTransaction, type Queryable } from '@griot/service-kit/db/db'
import { AppError, conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { auditBulk, auditStop } from './audit-queue.ts'
import { endBulk, findBulk, insertBulk, notifyStreams } from './bulk.queries.ts'
import { actorOf } from './queue-actions.queries.ts'

/** Begins an action on the files that match now. The service works through them afterwards. */
export const startBulk = (db: Db, caller: Caller, body: BodyOf<typeof StartQueueBulk>) =>
  inTransaction(db, async (tx) => {
    const bulk = await insertBulk(tx, caller, actorOf(caller), body)
    if (bulk.total === 0) throw conflict('bulk.nothing', 'No file matches any more. Nothing was changed.')
    await auditBulk(tx, caller, bulk, { filter: body.filter ?? null })
    await notifyStreams(tx, bulk.id)
    return bulk
  })

export const getBulk = async (db: Queryable, caller: Caller, id: string): Promise<QueueBulk> => {
  const bulk = await findBulk(db, caller, id)
  if (bulk === undefined) throw new AppError(404, 'bulk.not_found', 'We could not find that action.')
  return bulk
}

export const cancelBulk = async (db: Db, caller: Caller, id: string) => {
  await getBulk(db, caller, id)
  return inTransaction(db, async (tx) => {
    if (!(await endBulk(tx, id))) throw conflict('bulk.over', 'This action has already ended.')
    const bulk = await getBulk(tx, caller, id)
    await auditStop(tx, caller, bulk)
    return bulk
  })
}
