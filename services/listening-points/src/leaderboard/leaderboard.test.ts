import { GetLeaderboard } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, readBoard, type TestListener, total } from '../testing/harness.ts'

let harness: Harness
let first: TestListener
let second: TestListener
let third: TestListener

/** A listener who has started this many episodes. */
const withStarts = async (starts: number) => {
  const listener = harness.listener()
  for (let round = 0; round < starts; round++) await harness.earnStart(listener)
  return listener
}

beforeAll(async () => {
  harness = await createHarness()
  ;[first, second, third] = [await withStarts(3), await withStarts(2), await withStarts(2)]
})
afterAll(() => harness.close())

const board = async (listener: TestListener, limit?: number) => {
  const entries = await readBoard(listener, limit)
  return entries.map(({ rank, totalPoints, isMe, user }) => [
    rank,
    totalPoints,
    isMe ? user.email : user.email === null,
  ])
}

describe('GET /api/leaderboard', () => {
  it('ranks by points, shares ranks, and shows only the caller’s e-mail', async () => {
    expect(await board(first)).toEqual([
      [1, 15, first.email],
      [2, 10, true],
      [2, 10, true],
    ])
  })

  it('adds the caller’s place if it is lower', async () => {
    const last = await withStarts(1)
    expect(await board(last, 2)).toEqual([
      [1, 15, true],
      [2, 10, true],
      [4, 5, last.email],
    ])
  })

  it('does not list listeners without points', async () => {
    expect((await board(harness.listener())).length).toBe(4)
  })

  it('contains no user ids', async () => {
    const text = await (await second.fetch(GetLeaderboard.path)).text()
    for (const { id } of [first, third]) expect(text).not.toContain(id)
    expect(text.match(/@/g)).toHaveLength(1)
  })

  it('shows new points at once to a listener who has just earned them', async () => {
    await harness.earnStart(third)
    await harness.earnStart(third)
    expect((await board(third, 1))[0]).toEqual([1, await total(third), third.email])
  })
})

describe('a place below the top', () => {
  it('has a rank that counts every listener', async () => {
    const other = await createHarness()
    try {
      const last = other.listener()
      await other.earnStart(last)
      await other.db.run(sql`
        insert into listener (user_id, week, pledge_day, total_points)
        select gen_random_uuid(), '2026-03-02', '2026-03-02', 5 + number % 1500 from generate_series(1, 3000) number
      `)
      // Two others have 5 points as well, 2998 have more.
      expect((await readBoard(last, 3)).at(-1)).toMatchObject({
        rank: 2999,
        isMe: true,
      })
    } finally {
      await other.close()
    }
  })
})
