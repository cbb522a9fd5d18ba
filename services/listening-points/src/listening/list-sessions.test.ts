import { ListListeningSessions } from '@griot/contracts/listening'
import { GetPoints } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, ME, start } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

describe('GET /api/user/:id/listening-sessions', () => {
  it('returns the reasons for the points of each session', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ title: 'The Drum', lengthSeconds: 600 })
    const first = await start(ama, episode)
    await harness.advance(120)
    const receipt = await end(ama, first.id, { listeningDuration: 400, totalProgress: 120 })
    const second = await start(ama, episode)
    await start(ama, episode)

    const sessions = await ama.call(ListListeningSessions, ME)

    expect(sessions.map(({ episodeTitle, endedBy }) => [episodeTitle, endedBy])).toEqual([
      ['The Drum', null],
      ['The Drum', 'next_start'],
      ['The Drum', 'listener'],
    ])
    expect(sessions[0]?.reasons).toEqual([])
    expect(sessions[1]).toMatchObject({ id: second.id, pointsEarned: 0, reasons: [{ reason: 'nothing_new' }] })
    expect(sessions[2]?.reasons).toEqual(receipt.reasons)
    expect(receipt.reasons.map(({ reason }) => reason)).toEqual(['started', 'minutes', 'capped_by_clock'])
  })

  it('is counted in the points response', async () => {
    const kofi = harness.listener()
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 0 })
    for (let round = 0; round < 3; round++) await start(kofi, harness.catalog.addEpisode())
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 3 })
  })
})
