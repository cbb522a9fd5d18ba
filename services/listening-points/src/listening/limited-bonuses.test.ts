import { ListHistory } from '@griot/contracts/library'
import { GetPoints } from '@griot/contracts/points'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLedger } from '../ledger/audit.ts'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
beforeEach(() => harness.stopClock(new Date('2026-03-04T09:00:00Z')))
afterAll(() => harness.close())

const SHORT = { lengthSeconds: 2 }
const WHOLE = { listeningDuration: 2, totalProgress: 2 }

const playShort = async (listener: TestListener, episode = harness.catalog.addEpisode(SHORT)) => {
  const { id } = await start(listener, episode)
  await harness.advance(2)
  return end(listener, id, WHOLE)
}

const reasonsOf = ({ reasons }: Awaited<ReturnType<typeof end>>) => reasons.map(({ reason }) => reason)

describe('twelve bonuses of a kind in an hour', () => {
  it('are the limit, the receipt explains it, and later the same episode earns both', async () => {
    const ama = harness.listener()
    for (let round = 0; round < 12; round++) expect((await playShort(ama)).pointsEarned).toBeGreaterThanOrEqual(15)
    const before = await total(ama)

    const episode = harness.catalog.addEpisode(SHORT)
    const capped = await playShort(ama, episode)
    expect(capped).toMatchObject({ pointsEarned: 0, weeklyBonus: 0, completed: true })
    expect(capped.reasons).toEqual([
      {
        reason: 'capped_bonuses',
        points: 0,
        sentence:
          'At most 12 starts an hour and 60 a day (UTC) earn points: play this episode again later to earn them.',
      },
      {
        reason: 'capped_bonuses',
        points: 0,
        sentence:
          'At most 12 completions an hour and 60 a day (UTC) count: reach the end of this episode again later to get ' +
          'the bonus.',
      },
    ])
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: before, episodesCompleted: 12 })

    await harness.advance(3_600)
    expect(reasonsOf(await playShort(ama, episode))).toEqual(['started', 'completed', 'already_credited'])
    expect(await total(ama)).toBe(before + 15)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('are the limit for heartbeats, too', async () => {
    const ama = harness.listener()
    for (let round = 0; round < 12; round++) await playShort(ama)
    const { id, startBonus } = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 600 }))
    expect(startBonus).toBeNull()
    await harness.advance(60)
    expect(await heartbeat(ama, id, 60, 600)).toMatchObject({ pendingPoints: 1, startBonus: null })
    expect(reasonsOf(await end(ama, id, { listeningDuration: 60, totalProgress: 600 }))).toEqual([
      'minutes',
      'not_enough_heard',
      'capped_bonuses',
    ])
  })

  it('are the limit for parallel starts and ends', async () => {
    const ama = harness.listener()
    for (let round = 0; round < 11; round++) await playShort(ama)
    const before = await total(ama)
    for (let round = 0; round < 4; round++) {
      const { id } = await start(ama, harness.catalog.addEpisode(SHORT))
      await harness.advance(2)
      await heartbeat(ama, id, 2, 2)
      const ends = Array.from({ length: 5 }, () => end(ama, id, WHOLE))
      await Promise.all([start(ama, harness.catalog.addEpisode(SHORT)), ...ends])
    }
    expect(await total(ama)).toBe(before + 15)
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('become sixty in a day', async () => {
    const ama = harness.listener()
    let bonuses = 0
    for (let hour = 0; hour < 7; hour++) {
      for (let round = 0; round < 12; round++) {
        if (reasonsOf(await playShort(ama)).includes('started')) bonuses += 1
      }
      await harness.advance(3_600)
    }
    expect(bonuses).toBe(60)
    await harness.stopClock(new Date('2026-03-05T00:00:00Z'))
    expect(reasonsOf(await playShort(ama))).toEqual(['started', 'completed'])
    expect(await auditLedger(harness.db)).toEqual([])
  })
})

describe('the same audio in two episodes', () => {
  const audioSha256 = 'a0'.repeat(32)

  it('earns its bonuses once, and minutes in both', async () => {
    const ama = harness.listener()
    const [first, second] = [1, 2].map(() => harness.catalog.addEpisode({ lengthSeconds: 60, audioSha256 }))
    const playMinute = async (episode = first, listener = ama) => {
      const session = await start(listener, episode ?? harness.catalog.addEpisode())
      await harness.advance(60)
      return { session, receipt: await end(listener, session.id, { listeningDuration: 60, totalProgress: 60 }) }
    }
    expect(reasonsOf((await playMinute(first)).receipt)).toEqual(['started', 'minutes', 'completed', 'badge'])

    const { session, receipt } = await playMinute(second)
    expect(session).toMatchObject({ startBonus: null, isCompletionPaid: true })
    expect(receipt.reasons.map(({ reason, sentence }) => [reason, sentence])).toEqual([
      ['minutes', '1 point for 1 minute of listening.'],
      ['same_audio', 'You have already earned the bonus for this audio in another episode.'],
    ])
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesCompleted: 1 })
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ completed: true, earnedPoints: 1 }, { completed: true }])

    // Another listener, and the first episode with new audio.
    expect(reasonsOf((await playMinute(second, harness.listener())).receipt)).toContain('completed')
    harness.catalog.addEpisode({ ...first, audioSha256: 'b1'.repeat(32) })
    expect((await playMinute(first)).receipt).toMatchObject({ pointsEarned: 0 })
    expect(await auditLedger(harness.db)).toEqual([])
  })

  it('earns no second start when the first was credited during the session', async () => {
    const ama = harness.listener()
    const long = { lengthSeconds: 3_600, audioSha256: 'c2'.repeat(32) }
    const { id } = await start(ama, harness.catalog.addEpisode(long))
    await harness.advance(660)
    expect(await heartbeat(ama, id, 660, 660)).toMatchObject({ totalPoints: 16 })
    expect(await start(ama, harness.catalog.addEpisode(long))).toMatchObject({
      startBonus: null,
      isCompletionPaid: false,
    })
    expect(await total(ama)).toBe(16)
  })
})
