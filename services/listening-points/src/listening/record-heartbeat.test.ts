import { ListHistory, UpdateHistoryEntry } from '@griot/contracts/library'
import { ListListeningSessions } from '@griot/contracts/listening'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '../ledger/audit.ts'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, total } from '../testing/harness.ts'
import { closeSilentSessions } from './reaper.ts'
import { settleSessions } from './settle-sessions.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
  // Tests advance the clock, so the result does not depend on the speed of the machine.
  await harness.stopClock(new Date('2026-03-04T09:00:00Z'))
})
afterAll(() => harness.close())

describe('POST /api/listening/heartbeat', () => {
  it('returns the proven seconds, limited by the clock and the length of the episode', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 100 }))
    await harness.advance(15)
    expect(await heartbeat(ama, session.id, 15, 15)).toMatchObject({ creditedSeconds: 15 })
    await harness.advance(15)
    expect((await heartbeat(ama, session.id, 600, 30)).creditedSeconds).toBeLessThanOrEqual(36)
    await harness.advance(90)
    expect(await heartbeat(ama, session.id, 120, 100)).toMatchObject({ creditedSeconds: 100 })
  })

  it('does not credit the time of a pause later', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode())
    for (let pause = 0; pause < 4; pause++) {
      await harness.advance(60)
      await heartbeat(ama, session.id, 0, 0)
    }
    expect((await heartbeat(ama, session.id, 240, 240)).creditedSeconds).toBeLessThanOrEqual(6)
  })

  it('keeps the newest position when an older heartbeat arrives late', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const session = await start(ama, episode)
    await harness.advance(60)
    await heartbeat(ama, session.id, 60, 300)
    await heartbeat(ama, session.id, 45, 45)
    await start(ama, harness.catalog.addEpisode())
    expect((await start(ama, episode)).positionSeconds).toBe(300)
  })

  it('stores simultaneous heartbeats, also of the same session', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const listener = harness.listener()
        return { listener, id: (await start(listener, harness.catalog.addEpisode())).id }
      }),
    )
    await harness.advance(20)
    const responses = await Promise.all(
      sessions.flatMap(({ listener, id }, index) => [
        heartbeat(listener, id, 10 + (index % 5), 10),
        heartbeat(listener, id, 10, 10),
      ]),
    )
    expect(responses.every(({ creditedSeconds }) => creditedSeconds >= 10 && creditedSeconds <= 14)).toBe(true)
    const again = await Promise.all(sessions.map(({ listener, id }) => heartbeat(listener, id, 0, 0)))
    expect(again.map(({ creditedSeconds }) => creditedSeconds)).toEqual(sessions.map((_, index) => 10 + (index % 5)))
  })

  it('returns 409 for an ended session and 404 for a session of another user', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode())
    await expect(heartbeat(harness.listener(), session.id, 1, 1)).rejects.toMatchObject({ status: 404 })
    await end(ama, session.id)
    await expect(heartbeat(ama, session.id, 1, 1)).rejects.toMatchObject({
      status: 409,
      code: 'listening_session.ended',
    })
  })
})

/** Listens to `minutes` more, with a heartbeat a minute. Returns the last response. */
const listen = async (listener: TestListener, sessionId: string, from: number, minutes: number) => {
  let response: Awaited<ReturnType<typeof heartbeat>> | undefined
  for (let minute = from + 1; minute <= from + minutes; minute++) {
    await harness.advance(60)
    response = await heartbeat(listener, sessionId, minute * 60, minute * 60)
  }
  return response
}

describe('the points of an open session', () => {
  it('are pending, as the end would credit them', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 180 }))
    expect(await listen(ama, session.id, 0, 2)).toEqual({
      creditedSeconds: 120,
      pendingPoints: 7,
      totalPoints: 0,
      startBonus: null,
    })
    expect(await total(ama)).toBe(0)
    // Three minutes, the completion, and the badge First Steps.
    expect(await listen(ama, session.id, 2, 1)).toMatchObject({ pendingPoints: 28, totalPoints: 0 })
    await end(ama, session.id, { listeningDuration: 180, totalProgress: 180 })
    expect(await total(ama)).toBe(28)
  })

  it('include those for the start after 30 seconds, and announce them before', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 180 }))
    await harness.advance(15)
    expect(await heartbeat(ama, session.id, 15, 15)).toMatchObject({
      pendingPoints: 0,
      startBonus: { points: 5, inSeconds: 15 },
    })
    await harness.advance(15)
    expect(await heartbeat(ama, session.id, 30, 30)).toMatchObject({ pendingPoints: 5, startBonus: null })
    expect(await end(ama, session.id)).toMatchObject({ pointsEarned: 5, reasons: [{ reason: 'started' }] })
  })

  it('are credited every ten minutes, and the rest at the end', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 3_600 })
    const session = await start(ama, episode)
    expect(await listen(ama, session.id, 0, 9)).toMatchObject({ pendingPoints: 14, totalPoints: 0 })
    expect(await listen(ama, session.id, 9, 1)).toMatchObject({ pendingPoints: 0, totalPoints: 15 })
    expect(await listen(ama, session.id, 10, 14)).toMatchObject({ pendingPoints: 4, totalPoints: 25 })
    expect(await total(ama)).toBe(25)
    expect(await ama.call(ListListeningSessions, ME)).toMatchObject([{ pointsEarned: 25, listeningDuration: 24 * 60 }])
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ earnedPoints: 25 }])
    expect(await auditLedger(harness.db)).toEqual([])

    await harness.advance(60)
    const receipt = await end(ama, session.id, { listeningDuration: 1_500, totalProgress: 1_500 })
    expect(receipt).toMatchObject({ pointsEarned: 30, creditedSeconds: 1_500 })
    expect(receipt.reasons.map(({ reason, points }) => [reason, points])).toEqual([
      ['started', 5],
      ['minutes', 25],
    ])
    expect((await harness.entriesOf(ama)).map(({ points }) => points)).toEqual([5, 10, 10, 5])
    expect(await total(ama)).toBe(30)

    const again = await start(ama, episode)
    expect(again).toMatchObject({ creditedSeconds: 1_500 })
    await end(ama, again.id)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('are credited once by simultaneous heartbeats and a simultaneous end', async () => {
    const listeners = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const listener = harness.listener()
        const session = await start(listener, harness.catalog.addEpisode({ lengthSeconds: 3_600 }))
        return { listener, id: session.id }
      }),
    )
    await harness.advance(660)
    const responses = await Promise.all(
      listeners.flatMap(({ listener, id }) =>
        Array.from({ length: 4 }, () => heartbeat(listener, id, 660, 660)).map((response) =>
          response.catch(() => null),
        ),
      ),
    )
    for (const response of responses) {
      expect((response?.pendingPoints ?? 0) + (response?.totalPoints ?? 0)).toBe(16)
    }
    await harness.advance(660)
    await Promise.all(
      listeners.flatMap(({ listener, id }) => [
        heartbeat(listener, id, 1_320, 1_320).catch(() => null),
        end(listener, id, { listeningDuration: 1_320, totalProgress: 1_320 }),
        heartbeat(listener, id, 1_320, 1_320).catch(() => null),
        end(listener, id, { listeningDuration: 1_320, totalProgress: 1_320 }),
      ]),
    )
    for (const { listener } of listeners) expect(await total(listener)).toBe(27)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('are credited when the tab was closed without a request', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 3_600 }))
    await listen(ama, session.id, 0, 12)
    await harness.advance(121)
    await closeSilentSessions({ db: harness.db, log: harness.log })
    expect(await total(ama)).toBe(17)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('are limited for own shows as at the end', async () => {
    const ama = harness.listener()
    const own = harness.catalog.addEpisode({ lengthSeconds: 36_000, hostId: ama.id })
    const session = await start(ama, own)
    expect(await listen(ama, session.id, 0, 120)).toMatchObject({ pendingPoints: 0, totalPoints: 100 })
    expect(await end(ama, session.id, { listeningDuration: 7_200, totalProgress: 7_200 })).toMatchObject({
      pointsEarned: 100,
    })
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('are not credited again by an instance of the release before', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 3_600 }))
    await listen(ama, session.id, 0, 10)
    // That release has no early credits, so it does not change the mark.
    const endOfReleaseBefore = harness.db.run(sql`
      update listening_session set ended_at = wall_clock(), ended_by = 'listener', receipt = '{}'
      where id = ${session.id}
    `)
    await expect(endOfReleaseBefore).rejects.toMatchObject({ constraint: 'listening_session_early_credit' })
    expect(await end(ama, session.id, { listeningDuration: 600, totalProgress: 600 })).toMatchObject({
      pointsEarned: 15,
    })
  })

  it('are settled once by command, before a return to that release', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 3_600 }))
    await listen(ama, session.id, 0, 12)
    await Promise.all([settleSessions(harness.db), settleSessions(harness.db)])
    expect(await total(ama)).toBe(17)
    await expect(heartbeat(ama, session.id, 780, 780)).rejects.toMatchObject({ status: 409 })
    expect(await settleSessions(harness.db)).toBe(0)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('stay when the position is moved', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 600 }))
    await listen(ama, session.id, 0, 3)
    await end(ama, session.id, { listeningDuration: 180, totalProgress: 180 })
    const [entry] = await ama.call(ListHistory, ME)
    const body = { progress: 100, completed: true }
    expect(await ama.call(UpdateHistoryEntry, { params: { id: entry?.id ?? '' }, body })).toMatchObject({
      completed: true,
      earnedPoints: 8,
    })
    expect(await total(ama)).toBe(8)
  })
})
