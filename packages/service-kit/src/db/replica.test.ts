import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log/log.ts'
import { createReplicated } from '../testing/replicated.ts'
import { connect, type Db, sql } from './db.ts'
import { type Replica, readFromReplica } from './replica.ts'

const log = createLog('test', 'silent')
const Result = z.object({ isReplica: z.boolean(), teas: z.number() })
const teas = sql`select pg_is_in_recovery() as "isReplica", count(*) as teas from tea`

let servers: Awaited<ReturnType<typeof createReplicated>>
let primary: Db
let replica: Replica

beforeAll(async () => {
  servers = await createReplicated()
  primary = connect({ url: servers.primaryUrl, log })
  await primary.run(sql`create table tea (name text)`)
})
afterAll(async () => {
  await primary.close()
  await servers.remove()
})
beforeEach(async () => {
  replica = readFromReplica({ primary, url: servers.replicaUrl, log, nearMs: 2_000, lookEveryMs: 50 })
  await expect.poll(() => replica.isNear()).toBe(true)
})
afterEach(() => replica.close())

const read = () => replica.reads.one(Result, teas)
const untilRead = (result: z.output<typeof Result>) => expect.poll(read).toEqual(result)

describe('reading from a replica', () => {
  it('returns what was written to the primary, without using the primary', async () => {
    await primary.run(sql`insert into tea values ('green')`)
    await untilRead({ isReplica: true, teas: 1 })
  })

  it('stops once the replica lags, and starts again after it has caught up', async () => {
    await servers.holdReplica()
    await primary.run(sql`insert into tea values ('black')`)
    await untilRead({ isReplica: false, teas: 2 })

    await servers.releaseReplica()
    await untilRead({ isReplica: true, teas: 2 })
  })

  it('falls back to the primary without an error while the replica is down', async () => {
    await servers.stopReplica()
    for (let round = 0; round < 20; round++) expect(await read()).toEqual({ isReplica: false, teas: 2 })

    await servers.startReplica()
    await untilRead({ isReplica: true, teas: 2 })
  })

  it('returns the same query errors as the primary', async () => {
    await expect(replica.reads.many(Result, sql`select nothing from nowhere`)).rejects.toThrow('nowhere')
  })

  it('continues on the replica while the primary is down', async () => {
    await servers.stopPrimary()
    for (let round = 0; round < 5; round++) expect(await read()).toEqual({ isReplica: true, teas: 2 })
    await expect.poll(() => replica.isNear()).toBe(false)
    expect(await read()).toEqual({ isReplica: true, teas: 2 })
  })
})
