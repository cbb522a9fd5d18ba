import { EndListening, HeartbeatListening, ListListeningSessions, StartListening } from '@griot/contracts/listening'
import { batchCalls } from '@griot/service-kit/db/batch'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { NewestFirst, pageByNewest } from '@griot/service-kit/db/newest-first'
import { AppError, conflict, notFound, orNotFound } from '@griot/service-kit/http/errors'
import { on, type Route } from '@griot/service-kit/http/route'
import { ADDRESS_HASH_HEADER } from '@griot/service-kit/identity/address-hash'
import { AUDIO_SENT_HEADER, type VerifyAudioSent } from '@griot/service-kit/identity/audio-sent'
import type { Facts } from '../catalog/facts.ts'
import { credit, lockListeners } from '../ledger/ledger.queries.ts'
import { creditMinutes } from './credit-minutes.ts'
import { type Ended, type EndRequest, endSessions } from './end-session.ts'
import { listSessions } from './list-sessions.queries.ts'
import { type Heartbeat, type HeartbeatOutcome, recordHeartbeats } from './record-heartbeat.ts'
import type { SessionKey } from './sessions.queries.ts'
import { type Started, type StartRequest, startSessions } from './start-session.ts'

/** Transactions grow with their requests; more of them at once are no faster. */
const MOST_AT_ONCE = 100

/** Twenty connections then share a transaction, instead of half of them: docs/decisions.md. */
const PAUSE_MS = 8

/**
 * Requests of different listeners that arrive while a transaction runs share the next one. At full load this doubles
 * the rate: docs/decisions.md.
 */
export const listeningRoutes = (db: Db, facts: Facts, verifySent: VerifyAudioSent): Route[] => {
  const changeSession = batchCalls({
    work: (changes: SessionChange[]) => changeSessions(db, changes),
    keyOf: ({ userId }) => userId,
    most: MOST_AT_ONCE,
    pauseMs: PAUSE_MS,
  })
  const recordHeartbeat = batchCalls({
    work: (heartbeats: Heartbeat[]) => recordHeartbeats(db, heartbeats),
    keyOf: ({ userId, sessionId }) => `${userId} ${sessionId}`,
  })
  const creditSession = batchCalls({
    work: (keys: SessionKey[]) => creditMinutes(db, keys),
    keyOf: ({ userId }) => userId,
    most: MOST_AT_ONCE,
  })

  /**
   * Undefined if the gateway is of a release without the header. Return 401 instead once `git grep AUDIO_SENT_HEADER
   * <commit> -- gateway` finds the header in the previous release: docs/decisions.md.
   */
  const sentTo = async ({ id }: { id: string }, header: (name: string) => string | undefined) => {
    const token = header(AUDIO_SENT_HEADER)
    if (token === undefined) return undefined
    const sent = await verifySent(token, id)
    if (sent === null) throw new AppError(401, 'identity.missing', 'Only the gateway may call this service.')
    return sent
  }

  return [
    on(StartListening, async ({ user, body, log, token, requestId, header }) => {
      const episode = orNotFound(await facts.episode({ token, requestId }, body.episodeId), 'episode')
      if (!episode.hasAudio) throw conflict('episode.no_audio', 'This episode has no audio yet.')
      const addressHash = header(ADDRESS_HASH_HEADER) ?? null
      const { started: session } = await changeSession({
        userId: user.id,
        start: { userId: user.id, episode, addressHash },
      })
      if (session === undefined) throw new Error('the session was not started')
      log.debug({ sessionId: session.id, episodeId: episode.id }, 'session started')
      return session
    }),

    on(HeartbeatListening, async ({ user, body, log, header }) => {
      const { sessionId } = body
      const heartbeat = { userId: user.id, sessionId, claim: { ...body, sent: await sentTo(user, header) } }
      let outcome: HeartbeatOutcome
      do outcome = await recordHeartbeat(heartbeat)
      while (outcome === 'stale')
      if (outcome === 'not_found') throw notFound('listening_session')
      if (outcome === 'ended') throw conflict('listening_session.ended', 'This listening session has ended.')
      const { areMinutesDue, ...response } = outcome
      if (!areMinutesDue) return response
      const points = await creditSession({ userId: user.id, sessionId })
      log.info({ sessionId, points }, 'minutes credited')
      const { pendingPoints, totalPoints } = response
      return { ...response, pendingPoints: pendingPoints - points, totalPoints: totalPoints + points }
    }),

    on(EndListening, async ({ user, body, log, header, setHeader }) => {
      const { sessionId } = body
      const claim = { ...body, sent: await sentTo(user, header) }
      const end = { userId: user.id, sessionId, claim }
      const ended = orNotFound((await changeSession({ userId: user.id, end })).ended, 'listening_session')
      if (ended.isRepeat) setHeader('idempotent-replayed', 'true')
      else log.info({ sessionId, points: ended.receipt.pointsEarned }, 'session ended')
      return ended.receipt
    }),

    on(ListListeningSessions, async ({ user, query, nextPage }) => {
      const rows = await listSessions(db, user.id, { limit: query.limit, after: NewestFirst.read(query.cursor) })
      const page = pageByNewest(rows, query.limit)
      nextPage(page.next)
      return page.items
    }),
  ]
}

/** The start or the end of a session. */
interface SessionChange {
  userId: string
  start?: StartRequest
  end?: EndRequest
}

/** `ended` is undefined if the listener has no such session. */
interface Changed {
  started: Started | undefined
  ended: Ended | undefined
}

/**
 * Starts and ends sessions of different listeners, in one transaction, because the transaction costs more than a session
 * in it: docs/decisions.md. Returns an element for each change.
 */
const changeSessions = (db: Db, changes: readonly SessionChange[]): Promise<Changed[]> =>
  inTransaction(db, async (tx) => {
    const userIds = changes.map(({ userId }) => userId)
    const starts = changes.flatMap(({ start }) => start ?? [])
    const ends = changes.flatMap(({ end }) => end ?? [])
    // Once for all, because every transaction locks listeners in the same order.
    const listeners = lockListeners(tx, userIds)
    const [{ started, credits }, { ended, credits: ofEnds }] = await Promise.all([
      startSessions(tx, listeners, starts),
      endSessions(tx, listeners, ends),
    ])
    credit(tx, [...credits, ...ofEnds])
    return changes.map(({ userId }) => ({ started: started.get(userId), ended: ended.get(userId) }))
  })
