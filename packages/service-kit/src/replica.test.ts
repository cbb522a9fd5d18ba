import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connect, type Db, sql } from './db.ts'
import { createLog } from './log.ts'
import { type Replica, readFromReplica } from './replica.ts'
import { createReplicated } from './testing/replicated.ts'

const log = createLog('test', 'silent')
const Answer = z.object({ isReplica: z.boolean(), teas: z.number() })
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

const read = () => replica.reads.one(Answer, teas)
const untilRead = (answer: z.output<typeof Answer>) => expect.poll(read).toEqual(answer)

describe('reading from a replica', () => {
  it('gives what was written to the primary, and takes none of its time', async () => {
    await primary.run(sql`insert into tea values ('green')`)
    await untilRead({ isReplica: true, teas: 1 })
  })

  it('ends as soon as the replica has fallen behind, and begins again when it has caught up', async () => {
    await servers.holdReplica()
    await primary.run(sql`insert into tea values ('black')`)
    await untilRead({ isReplica: false, teas: 2 })

    await servers.releaseReplica()
    await untilRead({ isReplica: true, teas: 2 })
  })

  it('goes to the primary when the replica is gone, without a failure, and back to it', async () => {
    await servers.stopReplica()
    for (let round = 0; round < 20; round++) expect(await read()).toEqual({ isReplica: false, teas: 2 })

    await servers.startReplica()
    await untilRead({ isReplica: true, teas: 2 })
  })

  it('says what is wrong with a query as the primary does', async () => {
    await expect(replica.reads.many(Answer, sql`select nothing from nowhere`)).rejects.toThrow('nowhere')
  })

  it('goes on with what the replica knows while the primary is away', async () => {
    await servers.stopPrimary()
    for (let round = 0; round < 5; round++) expect(await read()).toEqual({ isReplica: true, teas: 2 })
    await expect.poll(() => replica.isNear()).toBe(false)
    expect(await read()).toEqual({ isReplica: true, teas: 2 })
  })
})
