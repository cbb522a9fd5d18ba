import { withinLength } from '@griot/contracts/listening-rules'
import { GRACE_SECONDS } from './numbers.ts'

const HOUR_MS = 3_600_000

/**
 * Time counts from a little before the start, but not from before the end of the listener's latest session. An end that
 * lies an hour ahead is ignored: the clock was set back.
 */
export const countsFrom = (startedAt: string, listenedUntil: string | null) => {
  const start = Date.parse(startedAt)
  const end = listenedUntil === null ? 0 : Date.parse(listenedUntil)
  return new Date(Math.max(start - GRACE_SECONDS * 1000, end < start + HOUR_MS ? end : 0)).toISOString()
}

/** What the player reports: seconds heard since the start of the session, and its position. */
export interface Claim {
  listeningDuration: number
  totalProgress: number
}

/** What a session has proven so far. */
export interface Proof {
  claimedSeconds: number
  /** The part of the claim that the elapsed time supports. */
  heardSeconds: number
  positionSeconds: number
  furthestSeconds: number
}

interface Elapsed {
  lengthSeconds: number
  /** Time counts from here: a little before the start, but never inside an earlier session. */
  countsFrom: string
  lastHeardAt: string
}

const secondsBetween = (from: string, to: string) => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))

/**
 * Accepts a claim as far as the clock supports it: not more than the time since the session counts, and not more than
 * the time since the last heartbeat plus the grace period. Seconds that are proven stay proven.
 */
export const applyClaim = (
  session: Proof & Elapsed,
  { listeningDuration, totalProgress }: Claim,
  now: string,
): Proof => {
  const possible = Math.min(
    listeningDuration,
    secondsBetween(session.countsFrom, now),
    session.heardSeconds + secondsBetween(session.lastHeardAt, now) + GRACE_SECONDS,
  )
  const position = withinLength(totalProgress, session.lengthSeconds)
  // Requests may overtake each other: a smaller claim is older and does not move the position.
  const isNewest = listeningDuration >= session.claimedSeconds
  return {
    claimedSeconds: Math.max(session.claimedSeconds, listeningDuration),
    heardSeconds: Math.max(session.heardSeconds, possible),
    positionSeconds: isNewest ? position : session.positionSeconds,
    furthestSeconds: Math.max(session.furthestSeconds, position),
  }
}
