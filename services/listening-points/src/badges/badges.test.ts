import { CheckBadges, GetPoints, ListBadges, ListUserBadges } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, ME, start, type TestListener } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const check = (listener: TestListener) =>
  listener.call(CheckBadges, { ...ME, body: { action: 'episode_completed', data: { episodeId: crypto.randomUUID() } } })

const complete = async (listener: TestListener) => {
  const session = await start(listener, harness.catalog.addEpisode({ lengthSeconds: 60 }))
  await harness.advance(60)
  return end(listener, session.id, { listeningDuration: 60, totalProgress: 60 })
}

describe('badges', () => {
  it('are the four of the specification', async () => {
    const badges = await harness.listener().call(ListBadges, {})
    expect(badges.map(({ name, episodes, points }) => [name, episodes, points])).toEqual([
      ['First Steps', 1, 10],
      ['Episode Master', 10, 50],
      ['Binge Listener', 50, 200],
      ['Podcast Champion', 100, 500],
    ])
  })

  it('are awarded with the completion and announced in one of many simultaneous responses', async () => {
    const ama = harness.listener()
    expect(await check(ama)).toEqual({ newBadges: [], newLevel: null })
    for (let round = 0; round < 10; round++) await complete(ama)
    const kinds = (await harness.entriesOf(ama)).filter(({ kind }) => kind === 'badge')
    expect(kinds).toEqual([
      { kind: 'badge', source_id: 'first-steps', points: 10 },
      { kind: 'badge', source_id: 'episode-master', points: 50 },
    ])

    expect(await ama.call(GetPoints, ME)).toMatchObject({ hasNewBadges: true })
    const responses = await Promise.all(Array.from({ length: 10 }, () => check(ama)))
    const announced = responses.flatMap(({ newBadges }) => newBadges.map(({ id }) => id))
    expect(announced.toSorted()).toEqual(['episode-master', 'first-steps'])
    expect(await check(ama)).toEqual({ newBadges: [], newLevel: null })
    expect(await ama.call(GetPoints, ME)).toMatchObject({ hasNewBadges: false })
    expect((await ama.call(ListUserBadges, ME)).map(({ badgeId }) => badgeId)).toEqual([
      'episode-master',
      'first-steps',
    ])
  })

  it('are announced with the level that they reach, in one of many simultaneous responses', async () => {
    const ama = harness.listener()
    for (let round = 0; round < 3; round++) await complete(ama)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ level: 1, hasNewLevel: false })
    for (let round = 0; round < 4; round++) await complete(ama)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: 137, hasNewLevel: true })

    const responses = await Promise.all(Array.from({ length: 10 }, () => check(ama)))
    expect(responses.flatMap(({ newLevel }) => newLevel ?? [])).toEqual([{ level: 2, levelName: 'Regular Listener' }])
    expect(await ama.call(GetPoints, ME)).toMatchObject({ hasNewLevel: false })
  })

  it('cannot be read for another user', async () => {
    const ama = harness.listener()
    await complete(ama)
    await expect(
      harness.listener().call(CheckBadges, { params: { id: ama.id }, body: { action: 'episode_completed' } }),
    ).rejects.toMatchObject({ status: 403 })
    expect((await check(ama)).newBadges).toHaveLength(1)
  })
})
