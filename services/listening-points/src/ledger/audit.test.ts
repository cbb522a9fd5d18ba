import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ListHistory } from '@griot/contracts/library'
import { GetPoints, ListPointsHistory, SendTip } from '@griot/contracts/points'
import { inTransaction, rawSql, sql } from '@griot/service-kit/db/db'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, ME, start, type TestListener, total } from '../testing/harness.ts'
import { auditLedger } from './audit.ts'
import { auditIfDue, watchAudits } from './audit-daily.ts'
import { correctEntry } from './correct-entry.ts'

let harness: Harness
let ama: TestListener

const listenAndTip = async () => {
  ama = harness.listener()
  for (let round = 0; round < 3; round++) {
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 90 }))
    await harness.advance(90)
    await end(ama, session.id, { listeningDuration: 90, totalProgress: 90 })
  }
  const { id, hostId } = harness.catalog.addPodcast()
  await ama.call(SendTip, { body: { receiverId: hostId, podcastId: id, amount: 500 } })
}

beforeAll(async () => {
  harness = await createHarness()
})
beforeEach(listenAndTip)
afterAll(() => harness.close())

// Each command is a process, which takes long to start on a busy machine.
const PATIENT = { timeout: 60_000 }

const run = (command: string, ...given: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL(`../commands/${command}.ts`, import.meta.url)), ...given],
      { env: { PATH: process.env.PATH, DATABASE_URL: harness.databaseUrl } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

describe('the audit', () => {
  it('finds no differences in correct data', PATIENT, async () => {
    expect(await auditLedger(harness.db)).toEqual([])
    expect(await run('audit-ledger')).toEqual({ code: 0, output: 'All sums agree with the ledger.\n' })
  })

  it.each([
    ['a balance', 'update listener set total_points = total_points + 1', 'balance'],
    ['a week', 'update listener set weekly_points = weekly_points + 1', 'weekly points'],
    ['a count', 'update listener set completed_episodes = completed_episodes + 1', 'completed episodes are'],
    ['a count of the week', 'update listener set completed_this_week = completed_this_week + 1', 'of the week'],
    ['a day of own shows', 'update listener set own_points = own_points + 1', 'points of own shows'],
    ['a day of pledges', 'update listener set pledged_points = pledged_points + 1', 'pledged points'],
    ['a history', 'update listener set history_entries = history_entries + 1', 'history entries'],
    ['sessions', 'update listener set sessions = sessions + 1', 'counted sessions'],
    ['credit', 'update history_entry set credited_seconds = credited_seconds + 60', 'seconds credited'],
    ['points of an episode', 'update history_entry set earned_points = earned_points + 1', 'shown for an episode'],
    ['a completion mark', 'update history_entry set completion_paid = false', 'are marked'],
    [
      'a badge',
      "insert into user_badge (user_id, badge_id, earned_at) select user_id, 'x', now() from listener",
      'badge',
    ],
    [
      'the audio of a bonus',
      "insert into audio_bonus select user_id, '\\xa0', 'started', gen_random_uuid() from listener",
      'bonus of an audio',
    ],
    ['a tip', 'update tip set points_earned = points_earned + 1', 'points of a tip'],
  ])('finds a manual change of %s', async (_, statement, rule) => {
    const undone = new Error('undone')
    const audited = inTransaction(harness.db, async (tx) => {
      await tx.run(rawSql(statement))
      const findings = await auditLedger(tx)
      expect(findings.map((finding) => finding.rule).join()).toContain(rule)
      throw undone
    })
    await expect(audited).rejects.toBe(undone)
  })

  it('accepts time that counts again because the clock was set back', async () => {
    await harness.advance(-2 * 3600)
    const again = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 3 * 3600 }))
    await harness.advance(2 * 3600)
    const { creditedSeconds } = await end(ama, again.id, { listeningDuration: 7_200, totalProgress: 7_200 })

    expect(creditedSeconds).toBe(7_200)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('finds sessions of the same time', async () => {
    const undone = new Error('undone')
    const audited = inTransaction(harness.db, async (tx) => {
      await tx.run(sql`
        insert into listening_session
        select (jsonb_populate_record(session, jsonb_build_object('id', gen_random_uuid()))).*
        from listening_session session where user_id = ${ama.id}
      `)
      const findings = await auditLedger(tx)
      const twice = findings.find(({ rule }) => rule.startsWith('no second'))
      expect(twice?.differences).toHaveLength(3)
      throw undone
    })
    await expect(audited).rejects.toBe(undone)
  })

  it('exits with 1 and prints the differences', PATIENT, async () => {
    await harness.db.run(sql`update listener set total_points = total_points + 7 where user_id = ${ama.id}`)
    const { code, output } = await run('audit-ledger')
    expect(code).toBe(1)
    expect(output).toContain('Not true: the balance is the sum of the entries.')
    expect(output).toContain(ama.id)
    await harness.db.run(sql`update listener set total_points = total_points - 7 where user_id = ${ama.id}`)
  })
})

describe('a correction', () => {
  it('reverses an entry once and appears in the history', PATIENT, async () => {
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
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('changes the points that are shown for the episode', async () => {
    const [entry] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'listening' } })
    const shown = async () =>
      (await ama.call(ListHistory, { ...ME, query: { episodeId: entry?.episodeId ?? '' } }))[0]?.earnedPoints
    expect(await shown()).toBe(16)
    await correctEntry(harness.db, ama.id, entry?.id ?? '', 'the episode was a test')
    expect(await shown()).toBe(6)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('of an earlier week does not change the sum of this week', async () => {
    const [tip] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    await harness.advance(7 * 86_400)
    await harness.earnStart(ama)
    const before = await total(ama)
    await correctEntry(harness.db, ama.id, tip?.id ?? '', 'the tip was a test')
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: before - 10, weeklyPoints: 5 })
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('is refused for a correction and for an unknown entry', async () => {
    const [tip] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    await correctEntry(harness.db, ama.id, tip?.id ?? '', 'the tip was a test')
    const [correction] = await ama.call(ListPointsHistory, { ...ME, query: { type: 'tip' } })
    await expect(correctEntry(harness.db, ama.id, correction?.id ?? '', 'no')).rejects.toMatchObject({ status: 409 })
    await expect(correctEntry(harness.db, ama.id, crypto.randomUUID(), 'no')).rejects.toMatchObject({ status: 404 })
  })

  it('is refused without a reason', PATIENT, async () => {
    expect(await run('correct-entry', crypto.randomUUID())).toMatchObject({ code: 2 })
  })
})

describe('the daily audit', () => {
  const daily = () => auditIfDue({ db: harness.db, databaseUrl: harness.databaseUrl, log: harness.log })

  it('runs once a day in one of several instances and exports its result', async () => {
    await harness.db.run(sql`delete from ledger_audit`)
    const metrics = createMetrics('listening-points')
    watchAudits(metrics, harness.db)
    expect(await metrics.scrape()).not.toMatch(/^griot_ledger_audit_broken{/m)

    const done = await Promise.all([daily(), daily(), daily()])

    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await metrics.scrape()).toMatch(/^griot_ledger_audit_broken{process="listening-points"} 0$/m)
  })

  it('runs again after a day, and after an interrupted audit', async () => {
    await harness.db.run(sql`delete from ledger_audit`)
    await harness.db.run(
      sql`insert into ledger_audit (began_at, ended_at, broken)
          values (now() - interval '26 hours', now() - interval '25 hours', 0)`,
    )
    expect(await daily()).toBe(true)
    expect(await daily()).toBe(false)

    await harness.db.run(
      sql`update ledger_audit set ended_at = null, broken = null, began_at = now() - interval '7 hours'`,
    )
    expect(await daily()).toBe(true)
  })
})
