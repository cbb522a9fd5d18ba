import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@griot/contracts/endpoint'
import type { StartListening } from '@griot/contracts/listening'
import { resumeFrom } from '@griot/contracts/listening-rules'
import type { Tx } from '@griot/service-kit/db/db'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { type Credit, createListeners, credit, type Listener, lockListeners } from '../ledger/ledger.queries.ts'
import { countsFrom, endAhead, type HeardAs, heardAs, pointsLimit } from '../rules/rules.ts'
import { assessEnd, assessOpen, closeSessions } from './end-session.ts'
import { lockSessions } from './sessions.queries.ts'
import { insertSessions, readStartStates, type StartState } from './start-session.queries.ts'

export interface StartRequest {
  userId: string
  episode: EpisodeFacts
  /** See `ADDRESS_HASH_HEADER`. */
  addressHash: string | null
}

export type Started = ResponseOf<typeof StartListening>

/**
 * Opens sessions of different listeners, whose existing rows are being locked. An open session of a listener is closed
 * with the proof of its heartbeats. Returns the sessions by listener, and the credits, which the caller passes to `credit`.
 */
export const startSessions = async (
  tx: Tx,
  locking: Promise<Map<string, Listener>>,
  requests: readonly StartRequest[],
): Promise<{ started: Map<string, Started>; credits: Credit[] }> => {
  if (requests.length === 0) return { started: new Map(), credits: [] }
  const starts = requests.map(({ userId, episode: { id: episodeId, audioSha256 = null } }) => {
    return { userId, episodeId, audioSha256 }
  })
  const userIds = starts.map(({ userId }) => userId)
  const read = (locking = lockListeners(tx, userIds)) => Promise.all([locking, readStartStates(tx, starts)])
  let [listeners, states] = await read(locking)
  if (!userIds.every((userId) => listeners.has(userId))) {
    ;[, [listeners, states]] = await Promise.all([createListeners(tx, userIds), read()])
  }
  if (await closeOpenSessions(tx, listeners, states)) [listeners, states] = await read()

  const openings = requests.map(({ userId, episode, addressHash }) => {
    const [listener, state] = [listeners.get(userId), states.get(userId)]
    if (listener === undefined || state === undefined) throw new Error(`listener ${userId} was not created`)
    const { session, ...opening } = openSession(listener, episode, state)
    return { ...opening, session: { ...session, addressHash } }
  })
  const sessions = openings.map(({ session }) => session)
  insertSessions(tx, sessions)
  return {
    started: new Map(openings.map(({ response, session: { userId } }) => [userId, response])),
    credits: openings.map((opening) => opening.credit),
  }
}

/** Returns false if none was open. */
const closeOpenSessions = async (tx: Tx, listeners: Map<string, Listener>, states: Map<string, StartState>) => {
  const keys = [...states.values()].flatMap(({ userId, openSessionId: sessionId }) =>
    sessionId === null ? [] : [{ userId, sessionId }],
  )
  if (keys.length === 0) return false
  const closings = [...(await lockSessions(tx, keys)).values()].flatMap((session) => {
    const listener = listeners.get(session.userId)
    return listener === undefined ? [] : [assessEnd(listener, session, 'next_start')]
  })
  credit(tx, closeSessions(tx, closings))
  return true
}

const pointsLeft = ({ isHeld, ownPoints }: Listener, as: HeardAs) => {
  if (isHeld) return 0
  return as === 'listener' ? null : pointsLimit(as, ownPoints)
}

const NOTHING_PROVEN = {
  claimedSeconds: 0,
  heardSeconds: 0,
  positionSeconds: 0,
  furthestSeconds: 0,
  audioSeconds: null,
}
const NOTHING_CREDITED = {
  startPoints: 0,
  audioCreditedSeconds: 0,
  earlySeconds: 0,
  earlyPoints: 0,
  earlyPointsHeld: 0,
}

/** Returns the row, the response and the credit of a new session. */
const openSession = (listener: Listener, episode: EpisodeFacts, history: StartState) => {
  const { userId, now } = listener
  const { id: episodeId, podcastId, hostId, title, lengthSeconds, audioSha256 = null, audioFileId } = episode
  const { isAudioStartPaid, isAudioCompletionPaid } = history
  const as = heardAs(userId, episode)
  const session = {
    id: randomUUID(),
    userId,
    episodeId,
    podcastId,
    hostId,
    episodeTitle: title,
    heardAs: as,
    lengthSeconds,
    leftSeconds: as === 'preview' ? 0 : Math.max(0, lengthSeconds - history.creditedSeconds),
    audioSha256,
    audioFileId,
    isAudioStartPaid,
    isAudioCompletionPaid,
    startedAt: now,
    countsFrom: countsFrom(now, listener.listenedUntil),
    endAhead: endAhead(now, listener.listenedUntil),
  }
  const response: Started = {
    id: session.id,
    episodeId,
    podcastId,
    listeningDuration: 0,
    completed: false,
    pointsEarned: 0,
    completionBonus: 0,
    createdAt: now,
    endedAt: null,
    positionSeconds: resumeFrom(history.positionSeconds, lengthSeconds),
    creditedSeconds: history.creditedSeconds,
    isCompletionPaid: history.isCompletionPaid || isAudioCompletionPaid,
    startBonus: assessOpen(listener, { ...history, ...session, ...NOTHING_CREDITED }, NOTHING_PROVEN).comingStart,
    pointsLeft: pointsLeft(listener, as),
  }
  return {
    session,
    response,
    credit: { listener, entries: [], sessions: 1, historyEntries: history.isKnown ? 0 : 1 },
  }
}
