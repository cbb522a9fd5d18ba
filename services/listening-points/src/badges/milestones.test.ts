import { ListMilestones } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { end, type Guest, type House, ME, openHouse, start } from '../testing/house.ts'

const DAY = 86_400
let house: House

beforeAll(async () => {
  house = await openHouse()
  await house.stopClock(new Date('2026-03-02T12:00:00Z'))
})
afterAll(() => house.close())

const listen = async (guest: Guest) => {
  const session = await start(guest, house.catalogue.addEpisode({ lengthSeconds: 60 }))
  await house.pass(60)
  await end(guest, session.id, { listeningDuration: 60, totalProgress: 60 })
}
const reached = async (guest: Guest) =>
  Object.fromEntries((await guest.call(ListMilestones, ME)).map((milestone) => [milestone.id, milestone.reached]))

describe('GET /api/user/:id/milestones', () => {
  it('starts with nothing', async () => {
    expect(await reached(house.guest())).toEqual({ 'episode-master': 0, 'streak-legend': 0, 'point-collector': 0 })
  })

  it('counts days in a row, until one is missed', async () => {
    const ama = house.guest()
    for (let day = 0; day < 3; day++) {
      await listen(ama)
      await listen(ama)
      await house.pass(DAY - 120)
    }
    // Today is not over: the streak of yesterday stands.
    expect(await reached(ama)).toMatchObject({ 'episode-master': 6, 'streak-legend': 3 })
    await house.pass(DAY)
    expect(await reached(ama)).toMatchObject({ 'streak-legend': 0 })
    await listen(ama)
    expect(await reached(ama)).toMatchObject({ 'episode-master': 7, 'streak-legend': 1 })
  })

  it('goes no further than the goal', async () => {
    const kofi = house.guest()
    for (let day = 0; day < 33; day++) {
      await listen(kofi)
      await house.pass(DAY - 60)
    }
    expect(await reached(kofi)).toMatchObject({ 'streak-legend': 30 })
  })
})
