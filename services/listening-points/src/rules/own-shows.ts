import { RULES } from './numbers.ts'

/** `preview`: it is not published yet, so only its host and admins can hear it. */
export const HEARD_AS = ['listener', 'host', 'preview'] as const
export type HeardAs = (typeof HEARD_AS)[number]

/** Whom somebody is who hears this episode. It stays so for the session, whatever becomes of the show meanwhile. */
export const heardAs = (userId: string, episode: { hostId: string; isPublished: boolean }): HeardAs => {
  if (!episode.isPublished) return 'preview'
  return episode.hostId === userId ? 'host' : 'listener'
}

/**
 * The most that a start, minutes and a completion may bring now. Whoever hosts a show decides how short it is and how
 * much of it there is, so what it brings them in a day is limited. `open-session.queries.ts` has the same in SQL.
 */
export const mostPoints = (as: HeardAs, ownPointsToday: number) => {
  if (as === 'listener') return Number.POSITIVE_INFINITY
  return as === 'host' ? Math.max(0, RULES.ownShows.dailyPointsCap - ownPointsToday) : 0
}
