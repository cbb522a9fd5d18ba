import { ListHistory } from '@griot/contracts/library'
import { EndListening, ListListeningSessions } from '@griot/contracts/listening'
import { GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
  // Tests advance the clock, so the result does not depend on the speed of the machine.
  await harness.stopClock(new Date('2026-03-04T09:00:00Z'))
})
afterAll(() => harness.close())

const playAll = async (listener: TestListener, lengthSeconds = 60) => {
  const session = await start(listener, harness.catalog.addEpisode({ lengthSeconds }))
  await harness.advance(lengthSeconds)
  return end(listener, session.id, { listeningDuration: lengthSeconds, totalProgress: lengthSeconds, completed: true })
}

describe('POST /api/listening/end', () => {
  it('credits the start, whole minutes and the completion, with a reason for each', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600, title: 'The Drum' })
    const session = await start(ama, episode)
    await harness.advance(599)

    const receipt = await end(ama, session.id, { listeningDuration: 599, totalProgress: 600, completed: true })

    expect(receipt).toMatchObject({ pointsEarned: 34, weeklyBonus: 0, creditedSeconds: 599, completed: true })
    expect(receipt.reasons.map(({ reason, points }) => [reason, points])).toEqual([
      ['started', 5],
      ['minutes', 9],
      ['completed', 10],
      ['badge', 10],
    ])
    expect(await ama.call(GetPoints, ME)).toMatchObject({
      totalPoints: 34,
      weeklyPoints: 34,
      level: 1,
      episodesListened: 1,
      episodesCompleted: 1,
    })
    const history = await ama.call(ListPointsHistory, ME)
    expect(history.map(({ description }) => description)).toEqual([
      'Badge earned: First Steps',
      'Completed “The Drum”',
      'Listened to “The Drum” for 9 minutes',
      'Started “The Drum”',
    ])
    expect(await ama.call(ListHistory, ME)).toMatchObject([
      { episodeId: episode.id, progress: 100, completed: true, earnedPoints: 24, positionSeconds: 600 },
    ])
    expect(await ama.call(ListListeningSessions, ME)).toMatchObject([
      { id: session.id, listeningDuration: 599, completed: true, pointsEarned: 34, completionBonus: 10 },
    ])
  })

  it('publishes listening.recorded through the outbox', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const session = await start(ama, episode)
    await harness.advance(30)
    await end(ama, session.id, { listeningDuration: 30, totalProgress: 30 })

    const Published = z.object({ queue: z.string(), name: z.string(), data: z.record(z.string(), z.string()) })
    const published = await harness.db.many(
      Published,
      sql`select queue, name, data from outbox where data->>'userId' = ${ama.id}`,
    )

    const sessions = await ama.call(ListListeningSessions, ME)
    expect(published).toEqual([
      {
        queue: 'events-catalog',
        name: 'listening.recorded',
        data: {
          userId: ama.id,
          episodeId: episode.id,
          podcastId: episode.podcastId,
          recordedAt: sessions[0]?.endedAt,
        },
      },
    ])
  })

  it('returns 404 to another user, even while the listener ends the session', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode())
    await harness.advance(30)
    const stranger = harness.listener()
    const [strangeHeartbeat] = await Promise.allSettled([
      heartbeat(stranger, session.id, 0, 0),
      heartbeat(ama, session.id, 30, 30),
    ])
    expect(strangeHeartbeat).toMatchObject({ reason: { status: 404 } })
    const [strangeEnd, ownEnd] = await Promise.allSettled([end(stranger, session.id), end(ama, session.id)])
    expect(strangeEnd).toMatchObject({ reason: { status: 404, code: 'listening_session.not_found' } })
    expect(ownEnd).toMatchObject({ value: { pointsEarned: 5 } })
  })

  it('credits no more seconds than the clock supports', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode())
    await harness.advance(60)
    const receipt = await end(ama, session.id, { listeningDuration: 600, totalProgress: 600, completed: true })
    expect(receipt.creditedSeconds).toBeGreaterThanOrEqual(60)
    expect(receipt.creditedSeconds).toBeLessThanOrEqual(66)
    expect(receipt.reasons.map(({ reason }) => reason)).toEqual([
      'started',
      'minutes',
      'capped_by_clock',
      'not_enough_heard',
    ])
  })

  it('grants the grace period only once for the same seconds', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const credited: number[] = []
    for (let round = 0; round < 5; round++) {
      const session = await start(ama, episode)
      credited.push((await end(ama, session.id, { listeningDuration: 60, totalProgress: 60 })).creditedSeconds)
    }
    expect(credited[0]).toBe(5)
    expect(credited.slice(1).every((seconds) => seconds <= 1)).toBe(true)
  })

  it('credits no second of an episode twice and carries the rest of a minute over', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 100 })
    const playMore = async (seconds: number) => {
      const session = await start(ama, episode)
      await harness.advance(seconds)
      return end(ama, session.id, { listeningDuration: seconds, totalProgress: 50 })
    }
    expect(await playMore(40)).toMatchObject({ creditedSeconds: 40, pointsEarned: 5 })
    expect(await playMore(40)).toMatchObject({ creditedSeconds: 40, pointsEarned: 1 })
    expect(await playMore(40)).toMatchObject({ creditedSeconds: 20, pointsEarned: 0 })
    expect(await playMore(40)).toMatchObject({ creditedSeconds: 0, pointsEarned: 0 })
    expect(await total(ama)).toBe(6)
  })

  it('credits a completion once per episode and the weekly bonus with the third one of a week', async () => {
    const ama = harness.listener()
    const bonuses: number[] = []
    for (let round = 0; round < 4; round++) bonuses.push((await playAll(ama)).weeklyBonus)
    expect(bonuses).toEqual([0, 0, 15, 0])
    expect(await total(ama)).toBe(4 * (5 + 1 + 10) + 15 + 10)
  })

  it('resets the weekly sums in a new week and credits its bonus again', async () => {
    const ama = harness.listener()
    await playAll(ama)
    await playAll(ama)
    const before = await total(ama)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ completedThisWeek: 2 })
    await harness.advance(7 * 86_400)

    expect(await ama.call(GetPoints, ME)).toMatchObject({
      totalPoints: before,
      weeklyPoints: 0,
      completedThisWeek: 0,
    })
    expect((await playAll(ama)).weeklyBonus).toBe(0)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: before + 16, weeklyPoints: 16 })
    await playAll(ama)
    expect((await playAll(ama)).weeklyBonus).toBe(15)
  })

  it('credits nothing if the length of the episode is unknown', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 0 }))
    await harness.advance(600)
    const receipt = await end(ama, session.id, { listeningDuration: 600, totalProgress: 600, completed: true })
    expect(receipt).toMatchObject({ pointsEarned: 0, creditedSeconds: 0, completed: false })
  })

  it('returns the same receipt for a repeated end, with Idempotent-Replayed', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode())
    await harness.advance(61)
    const request = () =>
      ama.fetch(EndListening.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: session.id, listeningDuration: 61, totalProgress: 61, completed: false }),
      })

    const first = await request()
    await harness.advance(60)
    const second = await request()

    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.status).toBe(200)
    expect(await second.text()).toBe(await first.text())
    expect(await total(ama)).toBe(6)
  })

  it('keeps the position if a session ends before anything was heard', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const first = await start(ama, episode)
    await harness.advance(100)
    await end(ama, first.id, { listeningDuration: 100, totalProgress: 100 })

    const second = await start(ama, episode)
    expect(second.positionSeconds).toBe(100)
    await end(ama, second.id)

    expect((await start(ama, episode)).positionSeconds).toBe(100)
  })

  it('keeps an episode completed', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 60 })
    for (const totalProgress of [60, 10]) {
      const session = await start(ama, episode)
      await harness.advance(20)
      await end(ama, session.id, { listeningDuration: 20, totalProgress })
    }
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ completed: true, positionSeconds: 10, progress: 16.66 }])
  })

  it('credits nothing while the clock is set back', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const session = await start(ama, episode)
    await harness.advance(-86_400)
    const receipt = await end(ama, session.id, { listeningDuration: 60, totalProgress: 60 })
    expect(receipt.creditedSeconds).toBe(0)
    await harness.advance(86_400)
    const next = await start(ama, episode)
    await harness.advance(60)
    expect((await end(ama, next.id, { listeningDuration: 60, totalProgress: 60 })).creditedSeconds).toBe(60)
  })
})
