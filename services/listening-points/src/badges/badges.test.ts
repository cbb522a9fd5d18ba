import { CheckBadges, GetPoints, ListBadges, ListUserBadges } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { end, type Guest, type House, ME, openHouse, start } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const check = (guest: Guest) =>
  guest.call(CheckBadges, { ...ME, body: { action: 'episode_completed', data: { episodeId: crypto.randomUUID() } } })

const complete = async (guest: Guest) => {
  const session = await start(guest, house.catalogue.addEpisode({ lengthSeconds: 60 }))
  await house.pass(60)
  return end(guest, session.id, { listeningDuration: 60, totalProgress: 60 })
}

describe('badges', () => {
  it('are the four of the product brief', async () => {
    const badges = await house.guest().call(ListBadges, {})
    expect(badges.map(({ name, episodes, points }) => [name, episodes, points])).toEqual([
      ['First Steps', 1, 10],
      ['Episode Master', 10, 50],
      ['Binge Listener', 50, 200],
      ['Podcast Champion', 100, 500],
    ])
  })

  it('come with the completion that earns them and are announced once, to one of many who ask', async () => {
    const ama = house.guest()
    expect(await check(ama)).toEqual({ newBadges: [] })
    for (let round = 0; round < 10; round++) await complete(ama)
    const kinds = (await house.entriesOf(ama)).filter(({ kind }) => kind === 'badge')
    expect(kinds).toEqual([
      { kind: 'badge', source_id: 'first-steps', points: 10 },
      { kind: 'badge', source_id: 'episode-master', points: 50 },
    ])

    expect(await ama.call(GetPoints, ME)).toMatchObject({ hasNewBadges: true })
    const answers = await Promise.all(Array.from({ length: 10 }, () => check(ama)))
    const announced = answers.flatMap(({ newBadges }) => newBadges.map(({ id }) => id))
    expect(announced.toSorted()).toEqual(['episode-master', 'first-steps'])
    expect(await check(ama)).toEqual({ newBadges: [] })
    expect(await ama.call(GetPoints, ME)).toMatchObject({ hasNewBadges: false })
    expect((await ama.call(ListUserBadges, ME)).map(({ badgeId }) => badgeId)).toEqual([
      'episode-master',
      'first-steps',
    ])
  })

  it('are not to be had by asking for somebody', async () => {
    const ama = house.guest()
    await complete(ama)
    await expect(
      house.guest().call(CheckBadges, { params: { id: ama.id }, body: { action: 'episode_completed' } }),
    ).rejects.toMatchObject({ status: 403 })
    expect((await check(ama)).newBadges).toHaveLength(1)
  })
})
