import { writeFile } from 'node:fs/promises'
import type { Assignment } from '@griot/contracts/module-assignment'
import type { TelemetryReport } from '@griot/contracts/module-registry'
import { blobKey } from '@griot/module-registry/blobs'
import { startCanary } from '@griot/module-registry/candidates'
import { readPointer, updatePointer } from '@griot/module-registry/pointer'
import { versionOf } from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type RollbackParts, startRollback } from '../testing/rollback.ts'
import { readHealth } from './reports.queries.ts'

type Event = TelemetryReport['events'][number]

const FAILED: Event = { module: 'rewards', version: versionOf(2), kind: 'load_fail', stage: 'entry' }
const TAMPERED: Event = { ...FAILED, kind: 'integrity_fail', stage: 'integrity' }

/** All users get the candidate. */
const showCandidate = async ({ store, registry }: RollbackParts) => {
  await updatePointer(store, (pointer) =>
    startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 100 }),
  )
  await registry.refresh()
}

const candidateOf = async ({ store }: RollbackParts) =>
  (await readPointer(store)).modules.rewards?.candidate?.version ?? null

/** A signed-in user to whom the gateway has served the candidate. */
const servedUser = async ({ harness }: RollbackParts, name: string) => {
  const user = harness.browser()
  await user.signIn({ email: `${name}@example.org` })
  await user.request('/', { headers: { accept: 'text/html' } })
  const assigned = async () => JSON.parse((await user.request('/mfe/v1/assignment')).text) as Assignment
  const isServed = async () => expect((await assigned()).modules.rewards?.version).toBe(versionOf(2))
  await vi.waitFor(isServed, { timeout: 30_000 })
  return user
}

const report = (user: Browser, event: Event, address = '192.0.2.1') =>
  user.request('/mfe/v1/telemetry', {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: JSON.stringify({ events: [event] }),
  })

describe('reports of changed files', () => {
  let parts: RollbackParts

  beforeEach(async () => {
    parts = await startRollback()
    await showCandidate(parts)
  })
  afterEach(() => parts.close())

  it.each(['plain', 'compressed'])('roll back a version with a changed %s file after three sessions', async (copy) => {
    const { store, registry, rollback } = parts
    const changed = await registry.document('rewards', versionOf(2))
    const key = blobKey(changed?.files['remoteEntry.js']?.sri ?? '', copy === 'plain' ? undefined : 'br')
    await writeFile((await store.file(key)) ?? '', 'changed')
    for (const name of ['ama', 'bisi', 'kofi']) {
      expect(await candidateOf(parts)).not.toBeNull()
      await report(await servedUser(parts, name), TAMPERED)
      await rollback.evaluate()
    }

    expect((await readPointer(store)).change).toMatchObject({
      action: 'quarantine',
      reason: 'its files arrived changed in 3 sessions',
    })
    expect(await parts.rollbackCounts()).toEqual({ failed: 0, changed: 1 })
  })
})

// The tests share the users and the product; only the last one rolls the version back.
describe('reports of twenty accounts', () => {
  let parts: RollbackParts
  const users: Browser[] = []

  beforeAll(async () => {
    parts = await startRollback()
    await showCandidate(parts)
    for (let count = 0; count < 20; count++) users.push(await servedUser(parts, `user${count}`))
  })
  afterAll(() => parts.close())

  interface Accounts {
    ageDays: number
    activeDays: number
    event?: Event
    addressOf?: (index: number) => string
  }

  /** Reports of all users, after the gateway's cache of sessions has expired. */
  const reportAll = async ({ ageDays, activeDays, event = FAILED, addressOf }: Accounts, weight: number) => {
    const { db } = parts.harness
    await db.run(sql`
      update user_account set
        created_at = clock_timestamp() - make_interval(days => ${ageDays}),
        active_on = array(
          select (clock_timestamp() at time zone 'UTC')::date - day from generate_series(0, ${activeDays}::int - 1) as day
        )
    `)
    await expect
      .poll(async () => {
        await db.run(sql`delete from module_report`)
        for (const [index, user] of users.entries()) await report(user, event, addressOf?.(index) ?? `192.0.2.${index}`)
        return (await readHealth(db))[0]?.weight
      })
      .toBeCloseTo(weight)
    await parts.rollback.evaluate()
  }

  it('roll back nothing if the accounts are new', async () => {
    await reportAll({ ageDays: 0, activeDays: 1 }, 2)

    expect(await candidateOf(parts)).toBe(versionOf(2))
  })

  it('roll back nothing if the accounts are old and were not used before', async () => {
    await reportAll({ ageDays: 400, activeDays: 1 }, 20 / 7)

    expect(await readHealth(parts.harness.db)).toMatchObject([{ sessions: 20, failedSessions: 20 }])
    expect(await candidateOf(parts)).toBe(versionOf(2))
  })

  it('roll back nothing if they come from one address', async () => {
    await reportAll({ ageDays: 400, activeDays: 30, addressOf: () => '192.0.2.1' }, 1)

    expect(await readHealth(parts.harness.db)).toMatchObject([{ failedSessions: 20, failedWeight: expect.closeTo(1) }])
    expect(await candidateOf(parts)).toBe(versionOf(2))
  })

  it('roll back nothing if they name changed files and the stored files are intact', async () => {
    await reportAll({ ageDays: 400, activeDays: 30, event: TAMPERED }, 20)

    expect(await readHealth(parts.harness.db)).toMatchObject([
      { failedSessions: 20, tamperedSessions: 20, failedWeight: 0 },
    ])
    expect(await candidateOf(parts)).toBe(versionOf(2))
  })

  it('roll back a version that fails for all accounts in use, each with its own address', async () => {
    await reportAll({ ageDays: 8, activeDays: 7 }, 20)

    expect((await readPointer(parts.store)).change?.reason).toBe('it failed in 20 of 20 sessions')
    expect(await candidateOf(parts)).toBeNull()
  })
})
