import { withinLength } from '@griot/contracts/listening-rules'
import type { SentAudio, SentFiles } from '@griot/service-kit/identity/audio-sent'
import { AUDIO_TOLERANCE, GRACE_SECONDS } from './numbers.ts'

const HOUR_MS = 3_600_000

/** The end of the listener's latest session, if it lies an hour ahead: the clock was set back. Otherwise null. */
export const endAhead = (startedAt: string, listenedUntil: string | null) =>
  listenedUntil !== null && Date.parse(listenedUntil) >= Date.parse(startedAt) + HOUR_MS ? listenedUntil : null

/**
 * Time counts from a little before the start, but not from before the end of the listener's latest session. An end that
 * lies an hour ahead is ignored.
 */
export const countsFrom = (startedAt: string, listenedUntil: string | null) => {
  const start = Date.parse(startedAt) - GRACE_SECONDS * 1000
  const isIgnored = listenedUntil === null || endAhead(startedAt, listenedUntil) !== null
  return new Date(isIgnored ? start : Math.max(start, Date.parse(listenedUntil))).toISOString()
}

/** The report of the player: seconds heard since the start of the session, and its position. */
export interface Claim {
  listeningDuration: number
  totalProgress: number
  /** The audio of the listener's latest recordings that the gateway has sent; undefined if it is of the release before. */
  sent?: SentFiles | undefined
}

/** The proof of a session so far. */
export interface Proof {
  claimedSeconds: number
  /** The part of the claim that the elapsed time supports. */
  heardSeconds: number
  positionSeconds: number
  furthestSeconds: number
  /** The most seconds of the episode, in all sessions, that its audio supports; null if the gateway sent no statement. */
  audioSeconds: number | null
}

interface Elapsed {
  lengthSeconds: number
  /** Time counts from here: a little before the start, but never inside an earlier session. */
  countsFrom: string
  lastHeardAt: string
  /** Null if an instance of an earlier release started the session. */
  audioFileId: string | null
}

/** The seconds of an episode that this part of its audio supports. */
export const secondsOf = (lengthSeconds: number, part: number) => {
  const seconds = lengthSeconds * part
  const tolerance = AUDIO_TOLERANCE.seconds + (seconds * AUDIO_TOLERANCE.percent) / 100
  // Without audio there is no tolerance. Otherwise one byte would earn the points of a short episode.
  return Math.min(lengthSeconds, Math.floor(seconds + Math.min(tolerance, seconds)))
}

const NOTHING_SENT: SentAudio = { share: 0, reach: 0 }

const sentIn = ({ sent }: Claim, { audioFileId }: Elapsed) =>
  sent === undefined || audioFileId === null ? undefined : (sent[audioFileId] ?? NOTHING_SENT)

const secondsBetween = (from: string, to: string) => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))

/**
 * Accepts a claim as far as the clock supports it: not more than the time since the session counts, and not more than
 * the time since the last heartbeat plus the grace period. Seconds that are proven stay proven. The furthest position is
 * within the audio that was sent; the position to resume at is the one that the player reports.
 */
export const applyClaim = (session: Proof & Elapsed, claim: Claim, now: string): Proof => {
  const { listeningDuration, totalProgress } = claim
  const possible = Math.min(
    listeningDuration,
    secondsBetween(session.countsFrom, now),
    session.heardSeconds + secondsBetween(session.lastHeardAt, now) + GRACE_SECONDS,
  )
  const position = withinLength(totalProgress, session.lengthSeconds)
  const sent = sentIn(claim, session)
  const reached = sent === undefined ? position : Math.min(position, secondsOf(session.lengthSeconds, sent.reach))
  // Requests may overtake each other: a smaller claim is older and does not move the position.
  const isNewest = listeningDuration >= session.claimedSeconds
  return {
    claimedSeconds: Math.max(session.claimedSeconds, listeningDuration),
    heardSeconds: Math.max(session.heardSeconds, possible),
    positionSeconds: isNewest ? position : session.positionSeconds,
    furthestSeconds: Math.max(session.furthestSeconds, reached),
    audioSeconds:
      sent === undefined
        ? session.audioSeconds
        : Math.max(session.audioSeconds ?? 0, secondsOf(session.lengthSeconds, sent.share)),
  }
}
