import { ListHistory } from '@griot/contracts/library'
import { EndListening, ListListeningSessions } from '@griot/contracts/listening'
import { GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { end, type Guest, type House, ME, openHouse, start, total } from '../testing/house.ts'
import { createEndSession } from './end-session.ts'
import { createHeartbeats } from './heartbeats.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
  // It goes on only where a test says so, however long a machine takes for a step.
  await house.stopClock(new Date('2026-03-04T09:00:00Z'))
})
afterAll(() => house.close())

/** Listens to a whole episode. */
const hear = async (guest: Guest, lengthSeconds = 60) => {
  const session = await start(guest, house.catalogue.addEpisode({ lengthSeconds }))
  await house.pass(lengthSeconds)
  return end(guest, session.id, { listeningDuration: lengthSeconds, totalProgress: lengthSeconds, completed: true })
}

describe('POST /api/listening/end', () => {
  it('pays the start, whole minutes and the completion, and says why', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 600, title: 'The Drum' })
    const session = await start(ama, episode)
    await house.pass(599)

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
      { episodeId: episode.id, progress: 100, completed: true, earnedPoints: 10, positionSeconds: 600 },
    ])
    expect(await ama.call(ListListeningSessions, ME)).toMatchObject([
      { id: session.id, listeningDuration: 599, completed: true, pointsEarned: 34, completionBonus: 10 },
    ])
  })

  it('tells catalog who listened to what, in the same transaction', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    const session = await start(ama, episode)
    await house.pass(30)
    await end(ama, session.id, { listeningDuration: 30, totalProgress: 30 })

    const Told = z.object({ queue: z.string(), name: z.string(), data: z.record(z.string(), z.string()) })
    const told = await house.db.many(Told, sql`select queue, name, data from outbox where data->>'userId' = ${ama.id}`)

    const sessions = await ama.call(ListListeningSessions, ME)
    expect(told).toEqual([
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

  it('is nobody else’s business, though they ask at the very same moment', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode())
    const stranger = house.guest()
    const claim = { listeningDuration: 0, totalProgress: 0 }

    const { record } = createHeartbeats(house.db)
    const [, strangeBeat] = await Promise.allSettled([ama, stranger].map(({ id }) => record(id, session.id, claim)))
    expect(strangeBeat).toMatchObject({ reason: { status: 404 } })

    const endSession = createEndSession(house.db)
    const [strangeEnd, ownEnd] = await Promise.allSettled(
      [stranger, ama].map(({ id }) => endSession(id, session.id, claim)),
    )
    expect(strangeEnd).toMatchObject({ reason: { status: 404 } })
    expect(ownEnd).toMatchObject({ value: { isRepeat: false } })
  })

  it('ends the sessions of many people by one statement, each as it deserves', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const guest = house.guest()
        const episode = house.catalogue.addEpisode({ lengthSeconds: index % 3 === 0 ? 60 : 600 })
        return { guest, session: await start(guest, episode), isShort: index % 3 === 0 }
      }),
    )
    await house.pass(60)
    const endSession = createEndSession(house.db)
    const ended = await Promise.all(
      people.map(({ guest, session }) =>
        endSession(guest.id, session.id, { listeningDuration: 60, totalProgress: 60 }),
      ),
    )
    expect(ended.map(({ receipt }) => receipt.pointsEarned)).toEqual(
      people.map(({ isShort }) => (isShort ? 5 + 1 + 10 + 10 : 5 + 1)),
    )
    for (const [index, { guest }] of people.entries()) {
      expect(await total(guest)).toBe(ended[index]?.receipt.pointsEarned)
    }
  })

  it('believes the clock, not the claim', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode())
    await house.pass(60)
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

  it('gives the grace of the network only once for the same seconds', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    const credited: number[] = []
    for (let round = 0; round < 5; round++) {
      const session = await start(ama, episode)
      credited.push((await end(ama, session.id, { listeningDuration: 60, totalProgress: 60 })).creditedSeconds)
    }
    expect(credited[0]).toBe(5)
    expect(credited.slice(1).every((seconds) => seconds <= 1)).toBe(true)
  })

  it('credits no second of an episode twice, and carries the rest of a minute over', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 100 })
    const hearMore = async (seconds: number) => {
      const session = await start(ama, episode)
      await house.pass(seconds)
      return end(ama, session.id, { listeningDuration: seconds, totalProgress: 50 })
    }
    expect(await hearMore(40)).toMatchObject({ creditedSeconds: 40, pointsEarned: 5 })
    expect(await hearMore(40)).toMatchObject({ creditedSeconds: 40, pointsEarned: 1 })
    expect(await hearMore(40)).toMatchObject({ creditedSeconds: 20, pointsEarned: 0 })
    expect(await hearMore(40)).toMatchObject({ creditedSeconds: 0, pointsEarned: 0 })
    expect(await total(ama)).toBe(6)
  })

  it('pays a completion once an episode and the weekly bonus with the third of a week', async () => {
    const ama = house.guest()
    const bonuses: number[] = []
    for (let round = 0; round < 4; round++) bonuses.push((await hear(ama)).weeklyBonus)
    expect(bonuses).toEqual([0, 0, 15, 0])
    expect(await total(ama)).toBe(4 * (5 + 1 + 10) + 15 + 10)
  })

  it('starts a new week with nothing, and pays its bonus again', async () => {
    const ama = house.guest()
    await hear(ama)
    await hear(ama)
    const before = await total(ama)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ completedThisWeek: 2 })
    await house.pass(7 * 86_400)

    expect(await ama.call(GetPoints, ME)).toMatchObject({
      totalPoints: before,
      weeklyPoints: 0,
      completedThisWeek: 0,
    })
    expect((await hear(ama)).weeklyBonus).toBe(0)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: before + 16, weeklyPoints: 16 })
    await hear(ama)
    expect((await hear(ama)).weeklyBonus).toBe(15)
  })

  it('pays nothing but the start for an episode whose length nobody knows', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode({ lengthSeconds: 0 }))
    await house.pass(600)
    const receipt = await end(ama, session.id, { listeningDuration: 600, totalProgress: 600, completed: true })
    expect(receipt).toMatchObject({ pointsEarned: 5, creditedSeconds: 0, completed: false })
  })

  it('answers a repeat with the same receipt and says that it is one', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode())
    await house.pass(61)
    const ask = () =>
      ama.fetch(EndListening.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: session.id, listeningDuration: 61, totalProgress: 61, completed: false }),
      })

    const first = await ask()
    await house.pass(60)
    const second = await ask()

    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.status).toBe(200)
    expect(await second.text()).toBe(await first.text())
    expect(await total(ama)).toBe(6)
  })

  it('does not know the session of somebody else', async () => {
    const session = await start(house.guest(), house.catalogue.addEpisode())
    await expect(end(house.guest(), session.id)).rejects.toMatchObject({
      status: 404,
      code: 'listening_session.not_found',
    })
  })

  it('keeps the place when a session ends before anything was heard', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    const first = await start(ama, episode)
    await house.pass(100)
    await end(ama, first.id, { listeningDuration: 100, totalProgress: 100 })

    const second = await start(ama, episode)
    expect(second.positionSeconds).toBe(100)
    await end(ama, second.id)

    expect((await start(ama, episode)).positionSeconds).toBe(100)
  })

  it('never takes a completion back', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 60 })
    for (const totalProgress of [60, 10]) {
      const session = await start(ama, episode)
      await house.pass(20)
      await end(ama, session.id, { listeningDuration: 20, totalProgress })
    }
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ completed: true, positionSeconds: 10, progress: 16.66 }])
  })

  it('credits the same when the clock goes back meanwhile', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    const session = await start(ama, episode)
    await house.pass(-86_400)
    const receipt = await end(ama, session.id, { listeningDuration: 60, totalProgress: 60 })
    expect(receipt.creditedSeconds).toBe(0)
    await house.pass(86_400)
    const next = await start(ama, episode)
    await house.pass(60)
    expect((await end(ama, next.id, { listeningDuration: 60, totalProgress: 60 })).creditedSeconds).toBe(60)
  })
})

describe('ending in parallel', () => {
  it('pays 40 sessions once, however many ends of each arrive at the same time', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const guest = house.guest()
        return { guest, session: await start(guest, house.catalogue.addEpisode()) }
      }),
    )
    await house.pass(65)

    const receipts = await Promise.all(
      sessions.flatMap(({ guest, session }) =>
        Array.from({ length: 20 }, () => end(guest, session.id, { listeningDuration: 60, totalProgress: 60 })),
      ),
    )

    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect(receipts[0]).toMatchObject({ pointsEarned: 6, creditedSeconds: 60 })
    for (const { guest } of sessions) {
      expect((await house.entriesOf(guest)).map(({ kind }) => kind)).toEqual(['started', 'listening'])
      expect(await total(guest)).toBe(6)
    }
    // 800 requests: a busy machine takes its time.
  }, 180_000)
})
