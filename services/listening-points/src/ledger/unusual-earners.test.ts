import { ListListeningSessions } from '@griot/contracts/listening'
import { HoldPoints, ListUnusualEarners, ReleasePoints } from '@griot/contracts/points-review'
import { ReadAuditPart } from '@griot/service-kit/audit/list-audit'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, total } from '../testing/harness.ts'
import { auditLedger } from './audit.ts'
import { auditAndStore, reportEarnersIfDue, watchAudits } from './audit-daily.ts'
import { reportUnusualEarners } from './unusual-earners.queries.ts'

let harness: Harness
const owner = person({ roles: ['admin'] })
const admin = () => harness.service.as(owner)

const setReportedUntilNow = () =>
  harness.db.run(sql`
    insert into earner_report (reported_until) values (wall_clock())
    on conflict (id) do update set reported_until = excluded.reported_until
  `)

beforeAll(async () => {
  harness = await createHarness()
  await harness.stopClock(new Date('2026-03-04T09:00:00Z'))
  await setReportedUntilNow()
})
afterAll(() => harness.close())

const DAY = 86_400
const HOUR = 3_600

const reportNow = () => inTransaction(harness.db, (tx) => reportUnusualEarners(tx, { isForced: true }))
const reportIfDue = () => reportEarnersIfDue({ db: harness.db, databaseUrl: harness.databaseUrl, log: harness.log })

const play = async (listener: TestListener, seconds: number, about: { hostId?: string } = {}) => {
  const { id } = await start(listener, harness.catalog.addEpisode({ lengthSeconds: seconds, ...about }))
  await harness.advance(seconds)
  return end(listener, id, { listeningDuration: seconds, totalProgress: seconds })
}

const reportsOf = async ({ id }: TestListener) => {
  const reports = await admin().call(ListUnusualEarners, {})
  return reports.filter(({ userId }) => userId === id)
}

describe('unusual earners', () => {
  it('are reported once for a day, in pages, and honest listeners are not', async () => {
    const [ama, kofi, esi] = [harness.listener(), harness.listener(), harness.listener()]
    // The bonuses of an hour, and 50 minutes in the same hour.
    for (let round = 0; round < 12; round++) await play(ama, 2)
    await play(ama, 3_000)
    const hostId = crypto.randomUUID()
    for (let episode = 0; episode < 41; episode++) await play(kofi, 1, { hostId })
    for (let episode = 0; episode < 6; episode++) await play(esi, 600)

    expect(await reportNow()).toBe(2)
    expect(await reportNow()).toBe(0)

    expect(await reportsOf(ama)).toMatchObject([
      {
        reason: 'points_per_hour',
        found: 230,
        allowed: 180,
        displayName: null,
        heldAt: null,
        totalPoints: await total(ama),
      },
    ])
    // The limits of bonuses leave 180 points for listening to short episodes in an hour, which is not reported.
    expect(await reportsOf(kofi)).toMatchObject([{ reason: 'episodes_of_one_host', found: 41 }])
    expect(await reportsOf(esi)).toEqual([])

    const seen: string[] = []
    let path: string | undefined = `${ListUnusualEarners.path}?limit=1`
    while (path !== undefined) {
      const response = await admin().fetch(path)
      seen.push(...((await response.json()) as { id: string }[]).map(({ id }) => id))
      path = response.headers.get('link')?.match(/<(.+)>/)?.[1]
    }
    expect(new Set(seen).size).toBe(2)
    expect(seen).toHaveLength(2)
  })

  it('include listeners at the same time from one address, whose hash is removed after a day', async () => {
    const from = (addressHash: string) => Object.assign(harness.listener(), { addressHash })
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600 })
    const [first, second, ...crowd] = Array.from({ length: 12 }, () => from('the same'))
    for (const listener of [first, second, ...crowd]) {
      if (listener !== undefined) await start(listener, episode)
      await harness.advance(1)
    }
    // One after the other.
    for (let count = 0; count < 12; count++) {
      const listener = from('another')
      const { id } = await start(listener, episode)
      await harness.advance(1)
      await end(listener, id)
    }
    await reportNow()

    const reports = (await admin().call(ListUnusualEarners, {})).filter(
      ({ reason }) => reason === 'listeners_of_one_address',
    )
    expect(reports.map(({ userId, found, allowed }) => [userId, found, allowed]).toSorted()).toEqual(
      [
        [crowd.at(-2)?.id, 11, 10],
        [crowd.at(-1)?.id, 12, 10],
      ].toSorted(),
    )
    const kept = () => harness.db.many(z.unknown(), sql`select from session_address`)
    expect(await kept()).toHaveLength(24)
    await harness.advance(DAY)
    await reportNow()
    expect(await kept()).toEqual([])
  })

  it('are listed for 30 days, and as long as their points are held', async () => {
    const [ama, kofi] = [harness.listener(), harness.listener()]
    for (const listener of [ama, kofi]) {
      for (let episode = 0; episode < 41; episode++) await play(listener, 1, { hostId: owner.id })
    }
    await reportNow()
    await admin().call(HoldPoints, { params: { id: ama.id } })
    for (const days of [1, 30]) {
      await harness.advance(days * DAY)
      await reportNow()
    }
    expect(await reportsOf(ama)).not.toEqual([])
    expect(await reportsOf(kofi)).toEqual([])
  })
})

/** Twelve completions an hour, the most that count, with episodes of a second. */
const earnBonuses = async (listener: TestListener, hours: number) => {
  const hosts = [crypto.randomUUID(), crypto.randomUUID()]
  for (let round = 0; round < hours * 12; round++) {
    const hostId = hosts[round % 2]
    await play(listener, 1, hostId === undefined ? {} : { hostId })
    await harness.advance(HOUR / 12)
  }
}

describe('a listener with the most bonuses of each hour, over two hosts', () => {
  beforeEach(async () => {
    await harness.stopClock(new Date('2026-04-07T01:00:00Z'))
    await setReportedUntilNow()
  })

  it('is reported in the fourth hour, and six hours of ten-minute episodes are not', async () => {
    const [ama, esi] = [harness.listener(), harness.listener()]
    await earnBonuses(ama, 3)
    await reportNow()
    expect(await reportsOf(ama)).toEqual([])
    await earnBonuses(ama, 1)
    for (let episode = 0; episode < 36; episode++) await play(esi, 600)
    await reportNow()
    expect(await reportsOf(ama)).toMatchObject([{ reason: 'bonuses_per_day', found: 48, allowed: 40 }])
    expect(await reportsOf(esi)).toEqual([])
  })

  it('is reported by a report after 47 hours, for the day of the activity', async () => {
    const ama = harness.listener()
    await earnBonuses(ama, 4)
    await harness.advance(43 * HOUR)
    await reportIfDue()
    expect(await reportsOf(ama)).toMatchObject([{ reason: 'bonuses_per_day', found: 48 }])
    const days = await harness.db.many(
      z.object({ day: z.string() }),
      sql`select day::text from unusual_earner where user_id = ${ama.id}`,
    )
    expect(days).toEqual([{ day: '2026-04-07' }])
  })

  it('is reported a day after the last report, even if the ledger is audited in between', async () => {
    const ama = harness.listener()
    await earnBonuses(ama, 4)
    await harness.advance(19 * HOUR)
    await auditAndStore(harness.db)
    await reportIfDue()
    expect(await reportsOf(ama)).toEqual([])
    await harness.advance(HOUR + 1)
    await reportIfDue()
    expect(await reportsOf(ama)).toMatchObject([{ reason: 'bonuses_per_day', found: 48 }])
  })

  it('is reported after the clock was set back', async () => {
    await harness.advance(10 * DAY)
    await reportNow()
    await harness.advance(-10 * DAY)
    const ama = harness.listener()
    await reportIfDue()
    await earnBonuses(ama, 4)
    await harness.advance(DAY)
    await reportIfDue()
    expect(await reportsOf(ama)).toMatchObject([{ reason: 'bonuses_per_day', found: 48 }])
  })
})

describe('a hold', () => {
  const hold = (listener: TestListener) => admin().call(HoldPoints, { params: { id: listener.id } })
  const release = (listener: TestListener) => admin().call(ReleasePoints, { params: { id: listener.id } })

  it('credits nothing from now on, also for an open session, until it is released', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 3_600 })
    const { id } = await start(ama, episode)
    await harness.advance(660)
    expect(await heartbeat(ama, id, 660, 660)).toMatchObject({ totalPoints: 16 })
    await hold(ama)
    await harness.advance(660)
    expect(await heartbeat(ama, id, 1_320, 1_320)).toMatchObject({ creditedSeconds: 660, pendingPoints: 0 })
    const receipt = await end(ama, id, { listeningDuration: 1_320, totalProgress: 3_600 })
    expect(receipt).toMatchObject({ pointsEarned: 16, creditedSeconds: 660, completed: true })
    expect(receipt.reasons.at(-1)).toEqual({
      reason: 'held_for_review',
      points: 0,
      sentence: 'Your points are held for review, so nothing more is credited. Your position is saved.',
    })
    const held = harness.catalog.addEpisode({ lengthSeconds: 60 })
    const during = await start(ama, held)
    expect(during).toMatchObject({ startBonus: null, pointsLeft: 0 })
    await harness.advance(60)
    expect(await end(ama, during.id, { listeningDuration: 60, totalProgress: 60 })).toMatchObject({ pointsEarned: 0 })

    await release(ama)
    const after = await start(ama, held)
    await harness.advance(60)
    expect(await end(ama, after.id, { listeningDuration: 60, totalProgress: 60 })).toMatchObject({
      pointsEarned: 5 + 1 + 10 + 10,
    })
    expect(await ama.call(ListListeningSessions, ME)).toHaveLength(3)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('is recorded once for each change, with the admin', async () => {
    const ama = harness.listener()
    await harness.earnStart(ama)
    const { heldAt } = await hold(ama)
    expect(await hold(ama)).toEqual({ userId: ama.id, heldAt })
    expect(await release(ama)).toEqual({ userId: ama.id, heldAt: null })
    const records = await harness.db.many(
      z.object({ isHeld: z.boolean(), adminId: z.string() }),
      sql`select is_held as "isHeld", admin_id as "adminId" from points_hold where user_id = ${ama.id} order by is_held desc`,
    )
    expect(records).toEqual([
      { isHeld: true, adminId: owner.id },
      { isHeld: false, adminId: owner.id },
    ])
    const query = { subject: ama.id, limit: 10 }
    const subject = { actorId: owner.id, subjectKind: 'person', subjectId: ama.id, subjectName: '' }
    expect(await admin().call(ReadAuditPart, { query })).toMatchObject([
      { action: 'points.released', ...subject },
      { action: 'points.held', ...subject },
    ])
  })

  it('is refused for a user who has never listened', async () => {
    await expect(hold(harness.listener())).rejects.toMatchObject({ status: 404, code: 'user.not_found' })
  })
})

describe('the report of unusual earners', () => {
  it('exports the time since the last report', async () => {
    const metrics = createMetrics('listening-points')
    watchAudits(metrics, harness.db)
    await reportNow()
    await harness.advance(HOUR)
    expect(await metrics.scrape()).toMatch(/^griot_earner_report_age_seconds{process="listening-points"} 3600$/m)
  })
})
