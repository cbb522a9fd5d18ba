import type { Db } from '@griot/service-kit/db/db'
import { LRUCache } from 'lru-cache'
import { type Place, readOwnStanding, readSteps, readTop } from './leaderboard.queries.ts'

const TOP_CACHED_MS = 1_000
const STEPS_CACHED_MS = 10_000
/** The longest list that a caller can request. */
const TOP = 100

export type ReadBoard = (userId: string, limit: number, options: { isFresh: boolean }) => Promise<Place[]>

/**
 * Reads the listeners with the most points, and the caller's own place after them if it is lower. The list is the same
 * for every caller and up to a second old, unless it must be fresh. A rank below the list comes from a count that is up
 * to ten seconds old, because counting reads one index row per listener.
 */
export const createBoard = (db: Db): ReadBoard => {
  const top = new LRUCache<'top', Place[]>({ max: 1, ttl: TOP_CACHED_MS, fetchMethod: () => readTop(db, TOP) })
  const steps = new LRUCache<'steps', Awaited<ReturnType<typeof readSteps>>>({
    max: 1,
    ttl: STEPS_CACHED_MS,
    fetchMethod: () => readSteps(db),
  })

  return async (userId, limit, { isFresh }) => {
    const all = await top.forceFetch('top', { forceRefresh: isFresh })
    const places = all.slice(0, limit)
    const place = all.find((one) => one.userId === userId)
    if (place !== undefined) return places.includes(place) ? places : [...places, place]
    const own = await readOwnStanding(db, userId)
    if (own === undefined) return places
    const above = (await steps.forceFetch('steps')).findLast(({ points }) => points > own.totalPoints)
    return [...places, { ...own, rank: 1 + (above?.listeners ?? 0) }]
  }
}
