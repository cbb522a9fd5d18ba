import { ListHistory } from '@griot/contracts/library'
import { EndListening, ListListeningSessions } from '@griot/contracts/listening'
import { GetPoints, GetPointsRules, ListPointsHistory } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditLedger } from '../ledger/audit.ts'
import { correctEntry } from '../ledger/correct-entry.ts'
import { end, type Guest, type House, ME, openHouse, start, total } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
// So that none runs into midnight that does not want to.
beforeEach(() => house.stopClock(new Date('2026-03-04T09:00:00Z')))
afterAll(() => house.close())

const LIMIT = 100
const HOURS_2 = 7_200

const ownEpisode = (guest: Guest, lengthSeconds: number) =>
  house.catalogue.addEpisode({ hostId: guest.id, lengthSeconds, title: 'The Drum' })

const hear = async (guest: Guest, episode: { id: string; lengthSeconds: number }) => {
  const { id } = await start(guest, episode)
  await house.pass(episode.lengthSeconds)
  return end(guest, id, { listeningDuration: episode.lengthSeconds, totalProgress: episode.lengthSeconds })
}

/** Somebody whose own shows have brought all that they can today. */
const atTheLimit = async () => {
  const guest = house.guest()
  await hear(guest, ownEpisode(guest, HOURS_2))
  return guest
}

const pointsOfListening = async (guest: Guest) =>
  (await house.entriesOf(guest))
    .filter(({ kind }) => ['started', 'listening', 'completed'].includes(kind))
    .reduce((sum, { points }) => sum + points, 0)

describe('one’s own shows', () => {
  it('pay like others until a day has brought its limit, and say so', async () => {
    const ama = house.guest()
    const whole = await hear(ama, ownEpisode(ama, 600))
    expect(whole.reasons.map(({ reason, points }) => [reason, points])).toEqual([
      ['started', 5],
      ['minutes', 10],
      ['completed', 10],
      ['badge', 10],
    ])

    const long = await hear(ama, ownEpisode(ama, HOURS_2))
    expect(long.reasons.map(({ reason, points }) => [reason, points])).toEqual([
      ['started', 5],
      ['minutes', 70],
      ['capped_for_own_shows', 0],
    ])
    expect(long.reasons.at(-1)?.sentence).toBe(
      'Listening to your own shows brings at most 100 points a day: 60 points of this session were held back.',
    )
    expect(long.pointsEarned).toBe(75)
    expect(await pointsOfListening(ama)).toBe(LIMIT)
    const [newest] = await ama.call(ListPointsHistory, ME)
    expect(newest?.description).toContain('50 points held back')
    const [session] = await ama.call(ListListeningSessions, ME)
    expect(session?.reasons).toEqual(long.reasons)
  })

  it('bring 100 points in a day, with twelve files of two seconds, and not 180', async () => {
    const ama = house.guest()
    for (let round = 0; round < 12; round++) await hear(ama, ownEpisode(ama, 2))
    expect(await pointsOfListening(ama)).toBe(LIMIT)
    // Of those there is one each: three episodes in a week, the first and the tenth ever.
    expect(await total(ama)).toBe(LIMIT + 15 + 10 + 50)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesCompleted: 12, completedThisWeek: 12 })
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('leave what others made as it is', async () => {
    const ama = await atTheLimit()
    const before = await total(ama)
    expect(await hear(ama, house.catalogue.addEpisode({ lengthSeconds: 60 }))).toMatchObject({ pointsEarned: 16 })
    expect(await total(ama)).toBe(before + 16)
  })

  it('pay a start another day that had no room today, and a completion once', async () => {
    const ama = await atTheLimit()
    const episode = ownEpisode(ama, 60)
    expect(await start(ama, episode)).toMatchObject({ pointsEarned: 0, pointsLeft: 0 })
    const receipt = await hear(ama, episode)
    expect(receipt).toMatchObject({ pointsEarned: 0, completed: true, creditedSeconds: 60 })
    expect(receipt.reasons).toMatchObject([{ reason: 'capped_for_own_shows' }])
    expect(receipt.reasons[0]?.sentence).toContain('16 points of this session were held back')

    await house.pass(86_400)
    expect(await start(ama, episode)).toMatchObject({ pointsEarned: 5, pointsLeft: 95, isCompletionPaid: true })
    expect(await hear(ama, episode)).toMatchObject({ pointsEarned: 0 })
    expect(await pointsOfListening(ama)).toBe(LIMIT + 5)
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('count what a session over midnight brings for the day that it ends on', async () => {
    const ama = await atTheLimit()
    const { id } = await start(ama, ownEpisode(ama, HOURS_2))
    await house.pass(86_400)
    const receipt = await end(ama, id, { listeningDuration: HOURS_2, totalProgress: 60 })
    expect(receipt).toMatchObject({ pointsEarned: LIMIT, creditedSeconds: HOURS_2 })
    expect(await start(ama, ownEpisode(ama, 60))).toMatchObject({ pointsEarned: 0 })
  })

  it('do not start a new day when the clock goes back over midnight', async () => {
    const ama = await atTheLimit()
    await house.pass(86_400)
    await hear(ama, ownEpisode(ama, 600))
    await house.pass(-86_400)
    await hear(ama, ownEpisode(ama, HOURS_2))
    await house.pass(86_400)
    await hear(ama, ownEpisode(ama, HOURS_2))
    expect(await pointsOfListening(ama)).toBe(2 * LIMIT)
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('keep the limit however many ends and starts arrive at the same time', async () => {
    const ama = house.guest()
    const episodes = Array.from({ length: 30 }, () => ownEpisode(ama, 2))
    await Promise.all(episodes.map((episode) => start(ama, episode)))
    for (const episode of episodes.slice(0, 5)) {
      const { id } = await start(ama, episode)
      await house.pass(2)
      const claim = { listeningDuration: 2, totalProgress: 2 }
      const ends = Array.from({ length: 10 }, () => end(ama, id, claim))
      await Promise.all([...ends, start(ama, ownEpisode(ama, 2))])
    }
    expect(await pointsOfListening(ama)).toBe(LIMIT)
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('are whose they were when the session began', async () => {
    const [ama, kofi] = [await atTheLimit(), await atTheLimit()]
    const episode = ownEpisode(ama, 600)
    const [asHost, asListener] = [await start(ama, episode), await start(kofi, episode)]
    house.catalogue.addEpisode({ ...episode, hostId: kofi.id })
    await house.pass(120)
    const claim = { listeningDuration: 120, totalProgress: 120 }
    expect(await end(ama, asHost.id, claim)).toMatchObject({ pointsEarned: 0 })
    expect(await end(kofi, asListener.id, claim)).toMatchObject({ pointsEarned: 5 + 2 })

    expect(await hear(ama, episode)).toMatchObject({ pointsEarned: 5 + 8 + 10 })
    expect(await hear(kofi, episode)).toMatchObject({ pointsEarned: 0 })
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('get nothing back from a correction', async () => {
    const ama = await atTheLimit()
    const ids = (await ama.call(ListPointsHistory, ME)).map(({ id }) => id)
    for (const id of ids) await correctEntry(house.db, ama.id, id, 'a mistake')
    expect(await total(ama)).toBe(0)
    expect(await hear(ama, ownEpisode(ama, 600))).toMatchObject({ pointsEarned: 0 })
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('are explained by the number that they are paid by', async () => {
    const { ownShows, sentences } = await house.guest().call(GetPointsRules, {})
    expect(ownShows).toMatchObject({ dailyPointsCap: LIMIT })
    expect(ownShows?.sentence).toContain(`at most ${LIMIT} points a day`)
    expect(sentences).toContain(ownShows?.sentence)
  })
})

describe('an episode that is not published', () => {
  it('pays nothing, keeps the place, and pays once others can hear it', async () => {
    const ama = house.guest()
    const draft = house.catalogue.addEpisode({ hostId: ama.id, lengthSeconds: 600, isPublished: false })
    const session = await start(ama, draft)
    expect(session).toMatchObject({ pointsEarned: 0, pointsLeft: 0 })
    await house.pass(600)
    const receipt = await end(ama, session.id, { listeningDuration: 600, totalProgress: 500 })
    expect(receipt).toMatchObject({ pointsEarned: 0, creditedSeconds: 0 })
    expect(receipt.reasons).toMatchObject([{ reason: 'not_published', points: 0 }])
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ episodeId: draft.id, positionSeconds: 500 }])
    // Nobody else can hear it: catalog counts no listener.
    const told = await house.db.one(
      z.object({ events: z.number() }),
      sql`select count(*)::int as events from outbox where data->>'userId' = ${ama.id}`,
    )
    expect(told.events).toBe(0)

    house.catalogue.addEpisode({ ...draft, isPublished: true })
    expect(await hear(ama, draft)).toMatchObject({ pointsEarned: 5 + 10 + 10 + 10 })
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('pays nothing to whoever began it before it was published', async () => {
    const ama = house.guest()
    const draft = house.catalogue.addEpisode({ hostId: ama.id, lengthSeconds: 60, isPublished: false })
    const { id } = await start(ama, draft)
    house.catalogue.addEpisode({ ...draft, isPublished: true })
    await house.pass(60)
    const body = { sessionId: id, listeningDuration: 60, totalProgress: 60, completed: true }
    expect(await ama.call(EndListening, { body })).toMatchObject({ pointsEarned: 0, completed: true })
    expect(await total(ama)).toBe(0)
  })
})
