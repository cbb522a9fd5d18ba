import type { Db } from '@griot/service-kit/db'
import { COUNTED_EACH_TIME, readSpread } from './leaderboard.queries.ts'

const SPREAD_KEPT_MS = 10_000

export interface Ranks {
  /** One more than the number of people with more points, of whom so many have been counted. */
  rankOf(points: number, above: number): Promise<number>
}

/**
 * Ranks without counting everyone ahead on every request: the first thousand exactly, the others by a picture of who
 * has how many points that is at most a few seconds old and drawn once for everybody.
 */
export const createRanks = (db: Db): Ranks => {
  let spread: { isAbove: (points: number) => number; until: number } | undefined
  let drawing: Promise<(points: number) => number> | undefined

  const draw = async () => {
    const isAbove = aboveIn(await readSpread(db))
    spread = { isAbove, until: performance.now() + SPREAD_KEPT_MS }
    return isAbove
  }
  const redraw = () => {
    drawing ??= draw().finally(() => {
      drawing = undefined
    })
    return drawing
  }

  return {
    async rankOf(points, above) {
      if (above < COUNTED_EACH_TIME) return above + 1
      if (spread === undefined) return (await redraw())(points) + 1
      // A picture that is too old is good for this answer; the next one gets a new one.
      if (spread.until < performance.now()) redraw().catch(() => {})
      return Math.max(above, spread.isAbove(points)) + 1
    },
  }
}

/** Answers how many people have more points than that, from steps that go down. */
export const aboveIn = (steps: readonly { points: number; people: number }[]) => {
  let people = 0
  const before = steps.map((step) => {
    const above = people
    people += step.people
    return { points: step.points, above }
  })
  const everyone = people
  return (points: number) => {
    let low = 0
    let high = before.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((before[middle]?.points ?? 0) > points) low = middle + 1
      else high = middle
    }
    return before[low]?.above ?? everyone
  }
}
