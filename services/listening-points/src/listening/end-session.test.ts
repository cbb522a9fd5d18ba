import { ListHistory } from '@griot/contracts/library'
import { GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { end, type House, openHouse, start } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const ME = { params: { id: 'me' } } as const

describe('POST /api/listening/end', () => {
  it('pays the start, whole minutes and the completion, and says why', async () => {
    const ama = house.visitor()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 600, title: 'The Drum' })
    const session = await start(ama, episode)
    await house.pass(599)

    const receipt = await end(ama, session.id, { listeningDuration: 599, totalProgress: 600, completed: true })

    expect(receipt).toMatchObject({
      pointsEarned: 5 + 9 + 10 + 10,
      weeklyBonus: 0,
      creditedSeconds: 599,
      completed: true,
    })
    expect(receipt.reasons.map(({ reason, points }) => [reason, points])).toEqual([
      ['started', 5],
      ['minutes', 9],
      ['completed', 10],
      ['badge', 10],
    ])
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: 34, weeklyPoints: 34, level: 1 })
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
  })
})
