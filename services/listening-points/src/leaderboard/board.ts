import type { Db } from '@griot/service-kit/db'
import { gather } from '@griot/service-kit/gather'
import { readStandings, readTop, readTopPoints, type Standing } from './leaderboard.queries.ts'
import { aboveIn, createRanks } from './rank.ts'

/** As many as anyone may ask for, and one to take the place of the caller. */
const MOST_SHOWN = 101

export interface Place {
  standing: Standing
  rank: number
}

export type ReadBoard = (userId: string, limit: number) => Promise<Place[]>

/**
 * The people with the most points, and after them the caller if they are further down. The others are as they were at
 * most `keptMs` ago, read once for everybody; the caller sees their own points as they are now.
 */
export const createBoard = (db: Db, keptMs: number): ReadBoard => {
  const ranks = createRanks(db)
  const top = kept(keptMs, () => readTop(db, MOST_SHOWN))
  const countAbove = kept(keptMs, async () => {
    const points = await readTopPoints(db)
    return aboveIn(points.map((one) => ({ points: one, people: 1 })))
  })
  const readOwn = gather({
    work: async (userIds: string[]) => {
      const known = new Map((await readStandings(db, userIds)).map((standing) => [standing.userId, standing]))
      return userIds.map((userId) => known.get(userId))
    },
    keyOf: (userId) => userId,
    merge: (userId) => userId,
  })

  return async (userId, limit) => {
    const [everybody, own] = await Promise.all([top(), readOwn(userId)])
    const standings = withOwn(everybody, userId, own)
    const places = standings.slice(0, limit).map((standing) => ({ standing, rank: rankAmong(standings, standing) }))
    if (own === undefined || standings.indexOf(own) < places.length) return places
    const above = (await countAbove())(own.totalPoints)
    return [...places, { standing: own, rank: await ranks.rankOf(own.totalPoints, above) }]
  }
}

/** The standings with the caller's own where it belongs now. */
const withOwn = (standings: readonly Standing[], userId: string, own: Standing | undefined): Standing[] => {
  const others = standings.filter((standing) => standing.userId !== userId)
  if (own === undefined) return others
  const place = others.findIndex((other) => isBehind(other, own))
  return others.toSpliced(own.totalPoints === 0 || place === -1 ? others.length : place, 0, own)
}

const isBehind = (other: Standing, own: Standing) =>
  other.totalPoints < own.totalPoints || (other.totalPoints === own.totalPoints && other.userId > own.userId)

/** People with the same points share a rank. */
const rankAmong = (standings: Standing[], { totalPoints }: Standing) =>
  standings.findIndex((other) => other.totalPoints === totalPoints) + 1

/** What was read, for so many milliseconds; many who ask at once share one reading. */
const kept = <Value>(milliseconds: number, read: () => Promise<Value>) => {
  let last: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.value
    const reading = { value: read(), until: performance.now() + milliseconds }
    reading.value.catch(() => {
      if (last === reading) last = undefined
    })
    last = reading
    return reading.value
  }
}
