import { ListHistory } from '@griot/contracts/library'
import { EndListening, ListListeningSessions } from '@griot/contracts/listening'
import { GetPoints, GetPointsRules, ListPointsHistory } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditLedger } from '../ledger/audit.ts'
import { correctEntry } from '../ledger/correct-entry.ts'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
// Far from midnight, when the daily limit restarts.
beforeEach(() => harness.stopClock(new Date('2026-03-04T09:00:00Z')))
afterAll(() => harness.close())

const LIMIT = 100
const HOURS_2 = 7_200

const ownEpisode = (listener: TestListener, lengthSeconds: number) =>
  harness.catalog.addEpisode({ hostId: listener.id, lengthSeconds, title: 'The Drum' })

const playAll = async (listener: TestListener, episode: { id: string; lengthSeconds: number }) => {
  const { id } = await start(listener, episode)
  await harness.advance(episode.lengthSeconds)
  return end(listener, id, { listeningDuration: episode.lengthSeconds, totalProgress: episode.lengthSeconds })
}

/** A host whose own shows have earned the daily limit. */
const atTheLimit = async () => {
  const listener = harness.listener()
  await playAll(listener, ownEpisode(listener, HOURS_2))
  return listener
}

const pointsOfListening = async (listener: TestListener) =>
  (await harness.entriesOf(listener))
    .filter(({ kind }) => ['started', 'listening', 'completed'].includes(kind))
    .reduce((sum, { points }) => sum + points, 0)

describe('a host’s own shows', () => {
  it('earn points up to the daily limit, and the receipt states the limit', async () => {
    const ama = harness.listener()
    const whole = await playAll(ama, ownEpisode(ama, 600))
    expect(whole.reasons.map(({ reason, points }) => [reason, points])).toEqual([
      ['started', 5],
      ['minutes', 10],
      ['completed', 10],
      ['badge', 10],
    ])

    const long = await playAll(ama, ownEpisode(ama, HOURS_2))
    expect(long.reasons.map(({ reason, points }) => [reason, points])).toEqual([
      ['started', 5],
      ['minutes', 70],
      ['capped_for_own_shows', 0],
    ])
    expect(long.reasons.at(-1)?.sentence).toBe(
      'Your own shows earn at most 100 points a day: 60 points of this session were not counted.',
    )
    expect(long.pointsEarned).toBe(75)
    expect(await pointsOfListening(ama)).toBe(LIMIT)
    const [newest] = await ama.call(ListPointsHistory, ME)
    expect(newest?.description).toContain('50 points not counted')
    const [session] = await ama.call(ListListeningSessions, ME)
    expect(session?.reasons).toEqual(long.reasons)
  })

  it('earn 100 points a day from twelve episodes of two seconds, not 180', async () => {
    const ama = harness.listener()
    for (let round = 0; round < 12; round++) await playAll(ama, ownEpisode(ama, 2))
    expect(await pointsOfListening(ama)).toBe(LIMIT)
    // Plus the weekly bonus and the badges for the first and the tenth episode.
    expect(await total(ama)).toBe(LIMIT + 15 + 10 + 50)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesCompleted: 12, completedThisWeek: 12 })
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('do not limit points from other shows', async () => {
    const ama = await atTheLimit()
    const before = await total(ama)
    expect(await playAll(ama, harness.catalog.addEpisode({ lengthSeconds: 60 }))).toMatchObject({ pointsEarned: 16 })
    expect(await total(ama)).toBe(before + 16)
  })

  it('credit a start on another day after the limit, and a completion once', async () => {
    const ama = await atTheLimit()
    const episode = ownEpisode(ama, 60)
    expect(await start(ama, episode)).toMatchObject({ pointsEarned: 0, pointsLeft: 0 })
    const receipt = await playAll(ama, episode)
    expect(receipt).toMatchObject({ pointsEarned: 0, completed: true, creditedSeconds: 60 })
    expect(receipt.reasons).toMatchObject([{ reason: 'capped_for_own_shows' }])
    expect(receipt.reasons[0]?.sentence).toContain('16 points of this session were not counted')

    await harness.advance(86_400)
    expect(await start(ama, episode)).toMatchObject({ pointsEarned: 0, pointsLeft: LIMIT, isCompletionPaid: true })
    expect(await playAll(ama, episode)).toMatchObject({ pointsEarned: 0 })
    expect(await pointsOfListening(ama)).toBe(LIMIT + 5)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('count a session over midnight for the day on which it ends', async () => {
    const ama = await atTheLimit()
    const { id } = await start(ama, ownEpisode(ama, HOURS_2))
    await harness.advance(86_400)
    const receipt = await end(ama, id, { listeningDuration: HOURS_2, totalProgress: 60 })
    expect(receipt).toMatchObject({ pointsEarned: LIMIT, creditedSeconds: HOURS_2 })
    expect(await start(ama, ownEpisode(ama, 60))).toMatchObject({ pointsEarned: 0 })
  })

  it('do not start a new day when the clock is set back over midnight', async () => {
    const ama = await atTheLimit()
    await harness.advance(86_400)
    await playAll(ama, ownEpisode(ama, 600))
    await harness.advance(-86_400)
    await playAll(ama, ownEpisode(ama, HOURS_2))
    await harness.advance(86_400)
    await playAll(ama, ownEpisode(ama, HOURS_2))
    expect(await pointsOfListening(ama)).toBe(2 * LIMIT)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('keep the limit with simultaneous starts and ends', async () => {
    const ama = harness.listener()
    const episodes = Array.from({ length: 30 }, () => ownEpisode(ama, 2))
    await Promise.all(episodes.map((episode) => start(ama, episode)))
    for (const episode of episodes.slice(0, 10)) {
      const { id } = await start(ama, episode)
      await harness.advance(2)
      await heartbeat(ama, id, 2, 2)
      const claim = { listeningDuration: 2, totalProgress: 2 }
      const ends = Array.from({ length: 10 }, () => end(ama, id, claim))
      await Promise.all([...ends, start(ama, ownEpisode(ama, 2))])
    }
    expect(await pointsOfListening(ama)).toBe(LIMIT)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('are those of a member who may change them, too', async () => {
    const editor = await atTheLimit()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600 })
    harness.catalog.addEpisode({ ...episode, makerIds: [episode.hostId, editor.id] })

    expect(await playAll(editor, episode)).toMatchObject({ pointsEarned: 0 })
    expect(await playAll(harness.listener(), episode)).toMatchObject({ pointsEarned: 5 + 10 + 10 + 10 })
  })

  it('belong to the host at the start of the session', async () => {
    const [ama, kofi] = [await atTheLimit(), await atTheLimit()]
    const episode = ownEpisode(ama, 600)
    const [asHost, asListener] = [await start(ama, episode), await start(kofi, episode)]
    harness.catalog.addEpisode({ ...episode, hostId: kofi.id, makerIds: [kofi.id] })
    await harness.advance(120)
    const claim = { listeningDuration: 120, totalProgress: 120 }
    expect(await end(ama, asHost.id, claim)).toMatchObject({ pointsEarned: 0 })
    expect(await end(kofi, asListener.id, claim)).toMatchObject({ pointsEarned: 5 + 2 })

    expect(await playAll(ama, episode)).toMatchObject({ pointsEarned: 5 + 8 + 10 })
    expect(await playAll(kofi, episode)).toMatchObject({ pointsEarned: 0 })
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('do not earn more after a correction', async () => {
    const ama = await atTheLimit()
    const ids = (await ama.call(ListPointsHistory, ME)).map(({ id }) => id)
    for (const id of ids) await correctEntry(harness.db, ama.id, id, 'a mistake')
    expect(await total(ama)).toBe(0)
    expect(await playAll(ama, ownEpisode(ama, 600))).toMatchObject({ pointsEarned: 0 })
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('have the same limit in the published rules', async () => {
    const { ownShows, sentences } = await harness.listener().call(GetPointsRules, {})
    expect(ownShows).toMatchObject({ dailyPointsCap: LIMIT })
    expect(ownShows?.sentence).toContain(`at most ${LIMIT} points a day`)
    expect(sentences).toContain(ownShows?.sentence)
  })
})

describe('an unpublished episode', () => {
  it('earns nothing, keeps the position, and earns points after publication', async () => {
    const ama = harness.listener()
    const draft = harness.catalog.addEpisode({ hostId: ama.id, lengthSeconds: 600, isPublished: false })
    const session = await start(ama, draft)
    expect(session).toMatchObject({ pointsEarned: 0, pointsLeft: 0 })
    await harness.advance(600)
    const receipt = await end(ama, session.id, { listeningDuration: 600, totalProgress: 500 })
    expect(receipt).toMatchObject({ pointsEarned: 0, creditedSeconds: 0 })
    expect(receipt.reasons).toMatchObject([{ reason: 'not_published', points: 0 }])
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ episodeId: draft.id, positionSeconds: 500 }])
    // Catalog does not count listeners of an unpublished episode.
    const outbox = await harness.db.one(
      z.object({ events: z.number() }),
      sql`select count(*)::int as events from outbox where data->>'userId' = ${ama.id}`,
    )
    expect(outbox.events).toBe(0)

    harness.catalog.addEpisode({ ...draft, isPublished: true })
    expect(await playAll(ama, draft)).toMatchObject({ pointsEarned: 5 + 10 + 10 + 10 })
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('earns nothing in a session that started before publication', async () => {
    const ama = harness.listener()
    const draft = harness.catalog.addEpisode({ hostId: ama.id, lengthSeconds: 60, isPublished: false })
    const { id } = await start(ama, draft)
    harness.catalog.addEpisode({ ...draft, isPublished: true })
    await harness.advance(60)
    const body = { sessionId: id, listeningDuration: 60, totalProgress: 60, completed: true }
    expect(await ama.call(EndListening, { body })).toMatchObject({ pointsEarned: 0, completed: true })
    expect(await total(ama)).toBe(0)
  })
})
