import { ListListeningSessions } from '@griot/contracts/listening'
import { GetPoints } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { end, type House, ME, openHouse, start } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

describe('GET /api/user/:id/listening-sessions', () => {
  it('says of every session why it earned what it did', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ title: 'The Drum', lengthSeconds: 600 })
    const first = await start(ama, episode)
    await house.pass(120)
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

  it('counts them beside the points', async () => {
    const kofi = house.guest()
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 0 })
    for (let round = 0; round < 3; round++) await start(kofi, house.catalogue.addEpisode())
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 3 })
  })
})
