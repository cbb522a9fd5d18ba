import { GetLeaderboard } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Guest, type House, openHouse, start, total } from '../testing/house.ts'
import { createBoard } from './board.ts'
import { aboveIn } from './rank.ts'

let house: House
let first: Guest
let second: Guest
let third: Guest

/** Somebody who has started so many episodes. */
const withStarts = async (starts: number) => {
  const guest = house.guest()
  for (let round = 0; round < starts; round++) await start(guest, house.catalogue.addEpisode())
  return guest
}

beforeAll(async () => {
  house = await openHouse()
  ;[first, second, third] = [await withStarts(3), await withStarts(2), await withStarts(2)]
})
afterAll(() => house.close())

const board = async (guest: Guest, limit?: number) => {
  const entries = await guest.call(GetLeaderboard, { query: { limit } })
  return entries.map(({ rank, totalPoints, isMe, user }) => [
    rank,
    totalPoints,
    isMe ? user.email : user.email === null,
  ])
}

describe('GET /api/leaderboard', () => {
  it('ranks by points, shares ranks, and shows nobody else’s e-mail', async () => {
    expect(await board(first)).toEqual([
      [1, 15, first.email],
      [2, 10, true],
      [2, 10, true],
    ])
  })

  it('adds the caller where they are, if that is further down', async () => {
    const last = await withStarts(1)
    expect(await board(last, 2)).toEqual([
      [1, 15, true],
      [2, 10, true],
      [4, 5, last.email],
    ])
  })

  it('shows somebody without a point to nobody, and does not invent them for themselves', async () => {
    expect((await board(house.guest())).length).toBe(4)
  })

  it('gives no user id away', async () => {
    const text = await (await second.fetch(GetLeaderboard.path)).text()
    for (const { id } of [first, third]) expect(text).not.toContain(id)
    expect(text.match(/@/g)).toHaveLength(1)
  })

  it('shows new points at once', async () => {
    await start(third, house.catalogue.addEpisode())
    await start(third, house.catalogue.addEpisode())
    expect((await board(third, 1))[0]).toEqual([1, await total(third), third.email])
  })
})

describe('a board that is kept', () => {
  it('shows the others as they were, and the caller as they are now', async () => {
    const [one, other] = [await withStarts(20), await withStarts(20)]
    const readBoard = createBoard(house.db, 60_000)
    const seenBy = async ({ id }: Guest, limit = 2) =>
      (await readBoard(id, limit)).map(({ standing, rank }) => [rank, standing.totalPoints, standing.userId === id])
    expect((await seenBy(one)).toSorted()).toEqual([
      [1, 100, false],
      [1, 100, true],
    ])
    for (let round = 0; round < 2; round++) await start(one, house.catalogue.addEpisode())
    expect(await seenBy(one)).toEqual([
      [1, 110, true],
      [2, 100, false],
    ])
    expect((await seenBy(other)).toSorted()).toEqual([
      [1, 100, false],
      [1, 100, true],
    ])
    const newcomer = await withStarts(4)
    expect((await seenBy(newcomer, 1)).at(-1)).toEqual([3, 20, true])
  })
})

describe('far down', () => {
  it('the rank is taken from a picture of everybody, and is right when it was just drawn', async () => {
    const crowd = await openHouse()
    try {
      const last = crowd.guest()
      await start(last, crowd.catalogue.addEpisode())
      await crowd.db.run(sql`
        insert into listener (user_id, week, pledge_day, total_points)
        select gen_random_uuid(), '2026-03-02', '2026-03-02', 5 + number % 1500 from generate_series(1, 3000) number
      `)
      // Two have as many points as they have, 2998 have more.
      expect((await last.call(GetLeaderboard, { query: { limit: 3 } })).at(-1)).toMatchObject({
        rank: 2999,
        isMe: true,
      })
      expect((await last.call(GetLeaderboard, { query: { limit: 3 } })).at(-1)).toMatchObject({
        rank: 2999,
        isMe: true,
      })
    } finally {
      await crowd.close()
    }
  })
})

describe('the picture of who has how many points', () => {
  it('answers for any number of points how many people have more', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(60), (everyone, points) => {
        const totals = [...new Set(everyone)].toSorted((a, b) => b - a)
        const steps = totals.map((total) => ({ points: total, people: everyone.filter((one) => one === total).length }))
        expect(aboveIn(steps)(points)).toBe(everyone.filter((one) => one > points).length)
      }),
    )
  })
})
