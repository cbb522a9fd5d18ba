import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secondsOf } from './rules/claims.ts'
import { BADGES, CREDITED_EVERY_MINUTES, GRACE_SECONDS, RULES } from './rules/numbers.ts'
import * as model from './testing/model.ts'

// The model is compared with the service in model.test.ts. Times are seconds by the server's clock.
const HOUR = 3_600
const DAY = 24 * HOUR
const MIDNIGHT = Date.parse('2026-03-04T00:00:00Z') / 1000
const END_OF_DAY = MIDNIGHT + DAY - 1
const HEARTBEAT_EVERY = 100
const { perMinute, perStart, completion, bonusLimits, weekly, ownShows, tip } = RULES

const badgesUpTo = (completions: number) =>
  BADGES.filter(({ episodes }) => episodes <= completions).reduce((sum, { points }) => sum + points, 0)

const ACHIEVEMENTS = weekly.points + badgesUpTo(bonusLimits.perDay)
/** The first claim may reach back by the grace period, which is less than a minute. */
const GRACE_MINUTES = Math.ceil(GRACE_SECONDS / 60)

/** The most points in a time: the clock limits the minutes, and the limits of bonuses do the rest. */
const limitOf = (minutes: number, bonuses: number) =>
  (minutes + GRACE_MINUTES) * perMinute + bonuses * (perStart + completion.points) + ACHIEVEMENTS

const DAY_LIMIT = limitOf(24 * 60, bonusLimits.perDay)
/** An hour may contain the credit for minutes before it. */
const HOUR_LIMIT = limitOf(60 + CREDITED_EVERY_MINUTES, bonusLimits.perHour)
/** A host who plays only own shows: badges and the weekly bonus are not limited. */
const HOST_LIMIT = ownShows.dailyPointsCap + ACHIEVEMENTS

/** An account that sends arbitrary claims, for a day. Every episode has new audio unless it names one. */
const createAccount = (as: model.HeardAs = 'listener') => {
  const listener = model.newListener()
  const earned: { at: number; points: number }[] = []
  let now = MIDNIGHT
  let published = 0

  const note = (before: number) => {
    if (listener.total > before) earned.push({ at: now, points: listener.total - before })
  }
  const account = {
    now: () => now,
    wait: (seconds: number) => {
      now += seconds
    },
    isOver: () => now >= END_OF_DAY,
    tip: () => void model.tip(listener, now, tip.maxCents),
    start(length: number, audio = `audio ${published}`) {
      published += 1
      const before = listener.total
      model.start(listener, now, `session ${published}`, { id: `episode ${published}`, audio, length, as })
      note(before)
    },
    /** Claims everything that the clock may support, and the end of the episode. */
    heartbeat(length: number, sent?: model.Sent) {
      const before = listener.total
      model.heartbeat(listener, now, DAY, length, sent)
      note(before)
    },
    end(length: number, sent?: model.Sent) {
      const before = listener.total
      model.end(listener, now, DAY, length, sent)
      note(before)
    },
    /** Plays an episode until its end, or for some seconds. The gateway sends all of it, or the part `sent`. */
    play(
      length: number,
      { seconds = length, audio, sent }: { seconds?: number; audio?: string; sent?: model.Sent } = {},
    ) {
      account.start(length, audio)
      let rest = Math.min(seconds, END_OF_DAY - now)
      for (; rest > HEARTBEAT_EVERY; rest -= HEARTBEAT_EVERY) {
        account.wait(HEARTBEAT_EVERY)
        account.heartbeat(length, sent)
      }
      account.wait(rest)
      account.end(length, sent)
    },
    total: () => listener.total,
    /** The most points in any 60 minutes. */
    bestHour: () =>
      Math.max(
        0,
        ...earned.map(({ at }) =>
          earned.reduce((sum, one) => sum + (one.at <= at && one.at > at - HOUR ? one.points : 0), 0),
        ),
      ),
  }
  return account
}
type Account = ReturnType<typeof createAccount>

const LONG = 6 * HOUR
const NOTHING = { share: 0, reach: 0 }
const TENTH = { share: 0.1, reach: 0.1 }

const ATTACKS: Record<string, { as?: model.HeardAs; play: (account: Account) => void; limit: number }> = {
  'starts an episode a second': { play: (account) => [account.start(600), account.wait(1)], limit: 0 },
  'completes an episode of a second, all day': { play: (account) => account.play(1), limit: DAY_LIMIT },
  'completes one file in many episodes': {
    play: (account) => account.play(1, { audio: 'one file' }),
    limit: perStart + completion.points + badgesUpTo(1),
  },
  'claims without fetching audio': {
    play: (account) => [account.play(2, { sent: NOTHING }), account.play(600, { sent: NOTHING })],
    limit: 0,
  },
  'fetches the first tenth of long episodes, and claims everything': {
    play: (account) => account.play(LONG, { sent: TENTH }),
    limit: (DAY / LONG) * (perStart + (secondsOf(LONG, TENTH.share) / 60) * perMinute),
  },
  'fetches the last byte of an episode, and claims everything': {
    play: (account) => account.play(LONG, { sent: { share: 0, reach: 1 } }),
    limit: 0,
  },
  'hears long episodes all day': { play: (account) => account.play(LONG), limit: DAY_LIMIT },
  'earns all bonuses of the hour first, then hears a long episode': {
    play: (account) => {
      for (let round = 0; round < bonusLimits.perHour; round++) account.play(2)
      account.play(LONG, { seconds: HOUR })
    },
    limit: DAY_LIMIT,
  },
  'plays own shows only': { as: 'host', play: (account) => account.play(60), limit: HOST_LIMIT },
}

describe('an attacker with unlimited episodes, for a day', () => {
  it('earns at most the stated limits, with each known attack', () => {
    const results = Object.entries(ATTACKS).map(([name, { as, play, limit }]) => {
      const account = createAccount(as)
      while (!account.isOver()) play(account)
      const points = account.total()
      account.tip()
      const withTips = account.total() - points
      return { name, points, limit, bestHour: account.bestHour(), withTips }
    })
    for (const { name, points, limit, bestHour } of results) {
      console.info(`${name}: ${points} points a day (limit ${limit}), ${bestHour} in the best hour`)
    }
    for (const { points, limit, bestHour, withTips } of results) {
      expect(points).toBeLessThanOrEqual(limit)
      expect(bestHour).toBeLessThanOrEqual(HOUR_LIMIT)
      expect(withTips).toBe(tip.dailyPointsCap)
    }
    // The limits are tight: one attack almost reaches them.
    const most = Math.max(...results.map(({ points }) => points))
    expect(most).toBeGreaterThan(0.99 * DAY_LIMIT)
  })

  it('earns at most the limit of an hour in any hour, with any sequence of requests', () => {
    const request = fc.oneof(
      fc.record({
        length: fc.constantFrom(1, 2, 60, 600, LONG),
        wait: fc.integer({ min: 0, max: 90 }),
        audio: fc.integer({ min: 0, max: 300 }),
      }),
      fc.record({
        length: fc.constantFrom(1, 2),
        wait: fc.integer({ min: 0, max: 2 }),
        audio: fc.integer({ min: 0, max: 300 }),
      }),
    )
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 20, maxLength: 120 }),
        fc.constantFrom('listener', 'host'),
        (requests, as) => {
          const account = createAccount(as)
          for (const { length, wait, audio } of requests) {
            account.start(length, `audio ${audio}`)
            account.wait(wait)
            account.end(length)
          }
          expect(account.bestHour()).toBeLessThanOrEqual(HOUR_LIMIT)
          expect(account.total()).toBeLessThanOrEqual(as === 'host' ? HOST_LIMIT : DAY_LIMIT)
        },
      ),
      { numRuns: 100 },
    )
  })
})
