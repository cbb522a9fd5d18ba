import type { BodyOf, ResponseOf } from '@griot/contracts/endpoint'
import type { EndListening, HeartbeatListening, StartBonus, StartListening } from '@griot/contracts/listening'
import { isCompletedAt } from '@griot/contracts/listening-rules'
import { MAX_SECONDS } from '@griot/contracts/values'
import type { PlayerEpisode } from '@griot/shell-sdk/contract'
import { applyTransition, type Step, type Transitions } from '../state-machine.ts'
import type { Played, PlayerSnapshot } from './engine-state.ts'

const HEARTBEAT_MS = 15_000
/** New points are reported at once, so that they are shown. This is the shortest interval, in milliseconds. */
const POINTS_HEARTBEAT_MS = 5_000
/** The server ends a session after two minutes without a heartbeat. After nearly that long, a new session starts. */
const SILENCE_MS = 110_000

/** One listening session. Times are in milliseconds by the page's monotonic clock. */
export interface Listening {
  /** Identifies the session in this page, before the server has returned its id. */
  key: number
  /** The server's id; null until known. */
  id: string | null
  episode: PlayerEpisode
  heardMs: number
  /** When the sound started; null while it is silent. */
  playingSince: number | null
  silentSince: number | null
  /** When the last heartbeat was sent, and the seconds that counted then. */
  heartbeatAt: number
  heartbeatSeconds: number
  /** Seconds heard that the server has not accepted, because its clock did not support them. */
  rejectedSeconds: number
  /** The position, in whole seconds, of the last heartbeat. */
  reportedPosition: number | null
  /** Seconds credited for this episode in earlier sessions. */
  creditedBefore: number
  isCompletionPaid: boolean
  /** The points for the start, and the counted seconds of this session that earn them; null if none are to come. */
  startBonus: { points: number; atSeconds: number } | null
  /** The most points that this session can still earn; null without a limit. */
  pointsLeft: number | null
}

export interface ListeningState {
  current: Listening | null
  lastKey: number
  /** After a rejected start, or before sign-out, no session starts until then. */
  startNotBefore: number
  /** The server has not confirmed the current position. */
  isPositionUnsent: boolean
}

export type ListeningEvent =
  /** `tick`: a second has passed. */
  | ({ type: 'player-changed' | 'tick' } & Situation)
  | ({ type: 'session-gone'; key: number } & Situation)
  | { type: 'started'; key: number; response: ResponseOf<typeof StartListening>; duration: number }
  | {
      type: 'heartbeat-accepted'
      key: number
      rejectedSeconds: number
      response: Pick<ResponseOf<typeof HeartbeatListening>, 'creditedSeconds' | 'startBonus'>
    }
  | { type: 'start-failed' | 'heartbeat-failed'; key: number }
  | { type: 'episode-ended' | 'signing-out'; played: Played }
  | { type: 'page-hidden'; player: PlayerSnapshot }

export type ListeningEffect =
  | { do: 'start'; key: number; episode: PlayerEpisode }
  | { do: 'send-heartbeat'; key: number; body: BodyOf<typeof HeartbeatListening> }
  | { do: 'end'; listening: Listening; played: Played }
  | { do: 'resume'; seconds: number }
  | { do: 'store-position'; episode: PlayerEpisode; played: Played; end: BodyOf<typeof EndListening> | null }
  | { do: 'send-end-beacon'; body: BodyOf<typeof EndListening> }

export const INITIAL_LISTENING: ListeningState = {
  current: null,
  lastKey: 0,
  startNotBefore: 0,
  isPositionUnsent: false,
}

type Draft = Step<ListeningState, ListeningEffect>

/** `now` in milliseconds by the page's monotonic clock. */
export const next = (state: ListeningState, event: ListeningEvent, now: number) =>
  applyTransition(TRANSITIONS, state, event, now)

const TRANSITIONS: Transitions<ListeningState, ListeningEvent, ListeningEffect, number> = {
  'player-changed': (draft, situation, now) => follow(draft, situation, now),
  tick: (draft, event, now) => {
    const { current } = draft.state
    if (event.player.status !== 'playing') {
      // The server ends it too. Its points are credited and shown, although the listener has not continued.
      if (current && isStale(current, now)) end(draft, event.player, now)
      else if (current && isMoved(current, event.player)) heartbeat(draft, event.player, now)
    } else if (!current) follow(draft, event, now)
    else if (isHeartbeatDue(current, now)) heartbeat(draft, event.player, now)
  },
  started: (draft, { key, response, duration }) => {
    const { current } = draft.state
    if (current?.key !== key) return
    const { id, creditedSeconds: creditedBefore, isCompletionPaid, positionSeconds, pointsLeft = null } = response
    const startBonus = bonusAt(response.startBonus, 0)
    draft.state.current = { ...current, id, creditedBefore, isCompletionPaid, startBonus, pointsLeft }
    draft.state.isPositionUnsent = false
    // A completed episode starts again from the beginning.
    if (positionSeconds > 0 && !isCompletedAt(positionSeconds, duration))
      draft.effects.push({ do: 'resume', seconds: positionSeconds })
  },
  'start-failed': ({ state }, { key }, now) => {
    if (state.current?.key === key) state.current = null
    state.startNotBefore = now + HEARTBEAT_MS
  },
  'heartbeat-accepted': ({ state }, { key, rejectedSeconds, response }) => {
    if (state.current?.key !== key) return
    state.isPositionUnsent = false
    const startBonus = bonusAt(response.startBonus, response.creditedSeconds)
    state.current = { ...state.current, rejectedSeconds, startBonus }
  },
  'heartbeat-failed': ({ state }, { key }) => {
    if (state.current?.key === key) state.isPositionUnsent = true
  },
  'session-gone': (draft, situation, now) => {
    if (draft.state.current?.key === situation.key) draft.state.current = null
    follow(draft, situation, now)
  },
  'episode-ended': (draft, { played }, now) => end(draft, played, now),
  'signing-out': (draft, { played }, now) => {
    end(draft, played, now)
    // The audio element reports its pause later.
    draft.state.startNotBefore = now + HEARTBEAT_MS
  },
  'page-hidden': (draft, { player }, now) => {
    const { current, isPositionUnsent } = draft.state
    const body = current?.id ? endBody(paused(current, now), current.id, player) : null
    const { episode } = player
    if (isPositionUnsent && episode) draft.effects.push({ do: 'store-position', episode, played: player, end: body })
    if (!body) return
    draft.state.current = null
    draft.effects.push({ do: 'send-end-beacon', body })
  },
}

const bonusAt = (bonus: StartBonus | null | undefined, creditedSeconds: number) =>
  bonus ? { points: bonus.points, atSeconds: creditedSeconds + bonus.inSeconds } : null

interface Situation {
  player: PlayerSnapshot
  isSignedIn: boolean
}

/** Starts, continues or interrupts a session, depending on what the player does now. */
const follow = (draft: Draft, { player, isSignedIn }: Situation, now: number) => {
  const { status, episode } = player
  if (status !== 'playing' || !episode) return silence(draft, player, now)
  const { current, startNotBefore } = draft.state
  if (!isSignedIn || (!current && now < startNotBefore)) return
  if (current && (isStale(current, now) || current.episode.id !== episode.id)) end(draft, player, now)
  const listening = draft.state.current ?? begin(draft, episode, now)
  draft.state.current = { ...listening, playingSince: listening.playingSince ?? now, silentSince: null }
}

const isStale = ({ silentSince }: Listening, now: number) => silentSince !== null && now - silentSince > SILENCE_MS

/** The listener has chosen another position during a pause. */
const isMoved = ({ episode, reportedPosition }: Listening, player: PlayerSnapshot) =>
  player.status === 'paused' && player.episode?.id === episode.id && Math.floor(player.position) !== reportedPosition

const begin = ({ state, effects }: Draft, episode: PlayerEpisode, now: number): Listening => {
  state.lastKey += 1
  state.isPositionUnsent = true
  const key = state.lastKey
  effects.push({ do: 'start', key, episode })
  const credit = { creditedBefore: 0, isCompletionPaid: false, startBonus: null, pointsLeft: null }
  const reported = { heartbeatAt: now, heartbeatSeconds: 0, rejectedSeconds: 0, reportedPosition: null }
  return { key, id: null, episode, heardMs: 0, playingSince: null, silentSince: null, ...reported, ...credit }
}

const end = ({ state, effects }: Draft, played: Played, now: number) => {
  if (!state.current) return
  effects.push({ do: 'end', listening: paused(state.current, now), played })
  state.current = null
}

const silence = (draft: Draft, player: PlayerSnapshot, now: number) => {
  const { current } = draft.state
  if (!current || current.playingSince === null) return
  draft.state.current = paused(current, now)
  // The page may be closed during a pause, so the position is sent at once.
  if (player.status === 'paused') heartbeat(draft, player, now)
}

const heartbeat = ({ state, effects }: Draft, player: Played, now: number) => {
  const { current } = state
  if (!current?.id) return
  const reportedPosition = Math.floor(player.position)
  state.current = { ...current, heartbeatAt: now, heartbeatSeconds: countedSeconds(current, now), reportedPosition }
  effects.push({ do: 'send-heartbeat', key: current.key, body: progressBody(current, current.id, player, now) })
}

const isHeartbeatDue = (listening: Listening, now: number) => {
  const since = now - listening.heartbeatAt
  const hadSeconds = listening.heartbeatSeconds
  const minuteAt = (seconds: number) => Math.floor((listening.creditedBefore + seconds) / 60)
  const seconds = countedSeconds(listening, now)
  const isNewMinute = minuteAt(seconds) > minuteAt(hadSeconds)
  const startAt = listening.startBonus?.atSeconds ?? Number.POSITIVE_INFINITY
  const isStartEarned = hadSeconds < startAt && seconds >= startAt
  return since >= HEARTBEAT_MS || ((isNewMinute || isStartEarned) && since >= POINTS_HEARTBEAT_MS)
}

const paused = (listening: Listening, now: number): Listening =>
  listening.playingSince === null
    ? listening
    : {
        ...listening,
        heardMs: listening.heardMs + now - listening.playingSince,
        playingSince: null,
        silentSince: now,
      }

/** Whole seconds heard in this session. */
const heardSeconds = ({ heardMs, playingSince }: Listening, now: number) =>
  Math.min(MAX_SECONDS, Math.floor((heardMs + (playingSince === null ? 0 : now - playingSince)) / 1000))

/** Seconds of this session that count towards points: those that the server accepts. */
export const countedSeconds = (listening: Listening, now: number) =>
  Math.max(0, heardSeconds(listening, now) - listening.rejectedSeconds)

const progressBody = (listening: Listening, sessionId: string, { position }: Played, now: number) => ({
  sessionId,
  listeningDuration: heardSeconds(listening, now),
  totalProgress: Math.min(MAX_SECONDS, Math.floor(position)),
})

/** Of a session whose sound has ended. */
export const endBody = (listening: Listening, sessionId: string, played: Played) => ({
  ...progressBody(listening, sessionId, played, 0),
  completed: isCompletedAt(played.position, played.duration),
})
