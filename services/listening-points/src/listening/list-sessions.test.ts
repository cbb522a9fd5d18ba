import { ListListeningSessions } from '@griot/contracts/listening'
import { GetPoints } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, heartbeat, ME, start } from '../testing/harness.ts'

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

  it('returns the seconds of an open session that the audio sent and earlier credits support', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 6_000 })
    const listed = async () => (await ama.call(ListListeningSessions, ME))[0]?.listeningDuration
    ama.sent = { [episode.id]: { share: 0.1, reach: 0.1 } }
    const first = await start(ama, episode)
    expect(await listed()).toBe(0)
    await harness.advance(660)
    await heartbeat(ama, first.id, 660, 660)
    expect(await listed()).toBe(660)
    await harness.advance(340)
    await heartbeat(ama, first.id, 1_000, 1_000)
    // A tenth of the audio supports 600 seconds, and a tenth and a minute more.
    expect(await listed()).toBe(720)
    await end(ama, first.id, { listeningDuration: 1_000, totalProgress: 1_000 })

    const second = await start(ama, episode)
    await harness.advance(300)
    await heartbeat(ama, second.id, 300, 300)
    expect(await listed()).toBe(0)
  })

  it('is counted in the points response', async () => {
    const kofi = harness.listener()
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 0 })
    for (let round = 0; round < 3; round++) await start(kofi, harness.catalog.addEpisode())
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 3 })
  })
})
