import { ListMilestones } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, ME, start, type TestListener } from '../testing/harness.ts'

const DAY = 86_400
let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
  await harness.stopClock(new Date('2026-03-02T12:00:00Z'))
})
afterAll(() => harness.close())

const listen = async (listener: TestListener) => {
  const session = await start(listener, harness.catalog.addEpisode({ lengthSeconds: 60 }))
  await harness.advance(60)
  await end(listener, session.id, { listeningDuration: 60, totalProgress: 60 })
}
const reached = async (listener: TestListener) =>
  Object.fromEntries((await listener.call(ListMilestones, ME)).map((milestone) => [milestone.id, milestone.reached]))

describe('GET /api/user/:id/milestones', () => {
  it('starts at zero', async () => {
    expect(await reached(harness.listener())).toEqual({
      'episode-master-2': 0,
      'streak-legend': 0,
      'point-collector': 0,
    })
  })

  it('counts consecutive days until one is missed', async () => {
    const ama = harness.listener()
    for (let day = 0; day < 3; day++) {
      await listen(ama)
      await listen(ama)
      await harness.advance(DAY - 120)
    }
    // Today is not over, so the streak up to yesterday counts.
    expect(await reached(ama)).toMatchObject({ 'episode-master-2': 6, 'streak-legend': 3 })
    await harness.advance(DAY)
    expect(await reached(ama)).toMatchObject({ 'streak-legend': 0 })
    await listen(ama)
    expect(await reached(ama)).toMatchObject({ 'episode-master-2': 7, 'streak-legend': 1 })
  })

  it('does not exceed the target', async () => {
    const kofi = harness.listener()
    for (let day = 0; day < 33; day++) {
      await listen(kofi)
      await harness.advance(DAY - 60)
    }
    expect(await reached(kofi)).toMatchObject({ 'streak-legend': 30 })
  })
})
