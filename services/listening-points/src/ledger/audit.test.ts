import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { GetPoints, ListPointsHistory, SendTip } from '@griot/contracts/points'
import { inTransaction, rawSql, sql } from '@griot/service-kit/db'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { end, type Guest, type House, ME, openHouse, start, total } from '../testing/house.ts'
import { auditLedger } from './audit.ts'
import { auditIfDue, watchAudits } from './audit-daily.ts'
import { correctEntry } from './correct-entry.ts'

let house: House
let ama: Guest

const listenAndTip = async () => {
  ama = house.guest()
  for (let round = 0; round < 3; round++) {
    const session = await start(ama, house.catalogue.addEpisode({ lengthSeconds: 90 }))
    await house.pass(90)
    await end(ama, session.id, { listeningDuration: 90, totalProgress: 90 })
  }
  const { id, hostId } = house.catalogue.addPodcast()
  await ama.call(SendTip, { body: { receiverId: hostId, podcastId: id, amount: 500 } })
}

beforeAll(async () => {
  house = await openHouse()
})
beforeEach(listenAndTip)
afterAll(() => house.close())

// Each is a process of its own, which a busy machine starts when it likes.
const PATIENT = { timeout: 60_000 }

const run = (command: string, ...given: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL(`../commands/${command}.ts`, import.meta.url)), ...given],
      { env: { PATH: process.env.PATH, DATABASE_URL: house.databaseUrl } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

describe('the audit', () => {
  it('finds nothing where nothing is wrong', PATIENT, async () => {
    expect(await auditLedger(house.db)).toEqual([])
    expect(await run('audit-ledger')).toEqual({ code: 0, output: 'Everything follows from the ledger.\n' })
  })

  it.each([
    ['a balance', 'update listener set total_points = total_points + 1', 'balance'],
    ['a week', 'update listener set weekly_points = weekly_points + 1', 'weekly points'],
    ['a count', 'update listener set completed_episodes = completed_episodes + 1', 'completed episodes are'],
    ['a count of the week', 'update listener set completed_this_week = completed_this_week + 1', 'of the week'],
    ['a day of own shows', 'update listener set own_points = own_points + 1', 'points of own shows'],
    ['a day of pledges', 'update listener set pledged_points = pledged_points + 1', 'pledged points'],
    ['a history', 'update listener set history_entries = history_entries + 1', 'history has'],
    ['sessions', 'update listener set sessions = sessions + 1', 'sessions are'],
    ['credit', 'update history_entry set credited_seconds = credited_seconds + 60', 'seconds credited'],
    ['a mark', 'update history_entry set completion_paid = false', 'are marked'],
    [
      'a badge',
      "insert into user_badge (user_id, badge_id, earned_at) select user_id, 'x', now() from listener",
      'badge',
    ],
    ['a tip', 'update tip set points_earned = points_earned + 1', 'tip brought'],
  ])('finds %s that was changed by hand', async (_, statement, promise) => {
    const undone = new Error('undone')
    const audited = inTransaction(house.db, async (tx) => {
      await tx.run(rawSql(statement))
      const findings = await auditLedger(tx)
      expect(findings.map((finding) => finding.promise).join()).toContain(promise)
      throw undone
    })
    await expect(audited).rejects.toBe(undone)
  })

  it('ends with 1 and names what differs', PATIENT, async () => {
    await house.db.run(sql`update listener set total_points = total_points + 7 where user_id = ${ama.id}`)
    const { code, output } = await run('audit-ledger')
    expect(code).toBe(1)
    expect(output).toContain('Not true: the balance is the sum of the entries.')
    expect(output).toContain(ama.id)
    await house.db.run(sql`update listener set total_points = total_points - 7 where user_id = ${ama.id}`)
  })
})

describe('a correction', () => {
  it('takes an entry back, once, and can be read in the history', PATIENT, async () => {
    const before = await ama.call(GetPoints, ME)
    const [tip] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    expect(tip?.points).toBe(10)

    expect(await run('correct-entry', ama.id, tip?.id ?? '', 'the tip was a test')).toMatchObject({ code: 0 })
    expect(await run('correct-entry', ama.id, tip?.id ?? '', 'the tip was a test')).toMatchObject({ code: 1 })

    expect(await ama.call(GetPoints, ME)).toMatchObject({
      totalPoints: before.totalPoints - 10,
      weeklyPoints: before.weeklyPoints - 10,
    })
    const history = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    expect(history).toMatchObject([{ description: 'Correction: the tip was a test', points: -10 }, { points: 10 }])
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('of an earlier week leaves this week alone', async () => {
    const [tip] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    await house.pass(7 * 86_400)
    await start(ama, house.catalogue.addEpisode())
    const before = await total(ama)
    await correctEntry(house.db, ama.id, tip?.id ?? '', 'the tip was a test')
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: before - 10, weeklyPoints: 5 })
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('is not to be corrected, nor is what does not exist', async () => {
    const [tip] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    await correctEntry(house.db, ama.id, tip?.id ?? '', 'the tip was a test')
    const [correction] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    await expect(correctEntry(house.db, ama.id, correction?.id ?? '', 'no')).rejects.toMatchObject({ status: 409 })
    await expect(correctEntry(house.db, ama.id, crypto.randomUUID(), 'no')).rejects.toMatchObject({ status: 404 })
  })

  it('is refused when nobody says why', PATIENT, async () => {
    expect(await run('correct-entry', crypto.randomUUID())).toMatchObject({ code: 2 })
  })
})

describe('the daily audit', () => {
  const daily = () => auditIfDue({ db: house.db, databaseUrl: house.databaseUrl, log: house.log })

  it('is done by one copy, once a day, and its result can be seen', async () => {
    await house.db.run(sql`delete from ledger_audit`)
    const metrics = createMetrics('listening-points')
    watchAudits(metrics, house.db)
    expect(await metrics.scrape()).not.toMatch(/^griot_ledger_audit_broken{/m)

    const done = await Promise.all([daily(), daily(), daily()])

    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await metrics.scrape()).toMatch(/^griot_ledger_audit_broken{process="listening-points"} 0$/m)
  })

  it('comes again after a day, and after one that was broken off', async () => {
    await house.db.run(sql`delete from ledger_audit`)
    await house.db.run(
      sql`insert into ledger_audit (began_at, ended_at, broken)
          values (now() - interval '26 hours', now() - interval '25 hours', 0)`,
    )
    expect(await daily()).toBe(true)
    expect(await daily()).toBe(false)

    await house.db.run(
      sql`update ledger_audit set ended_at = null, broken = null, began_at = now() - interval '7 hours'`,
    )
    expect(await daily()).toBe(true)
  })
})
