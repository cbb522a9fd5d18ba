import { EndListening, HeartbeatListening, ListListeningSessions, StartListening } from '@griot/contracts/listening'
import { CheckedAnswer } from '@griot/service-kit/answers'
import { toPage } from '@griot/service-kit/cursor'
import type { Db } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import { on, type Route } from '@griot/service-kit/route'
import type { Facts } from '../catalog/facts.ts'
import { NewestFirst } from '../newest-first.ts'
import { createEndSession } from './end-session.ts'
import { createHeartbeats } from './heartbeats.ts'
import { listSessions } from './sessions.queries.ts'
import { createStartSession } from './start-session.ts'

export interface ListeningOptions {
  db: Db
  facts: Facts
  /** Called when a session was closed and there is something to tell the others. */
  onTold: () => void
}

export const listeningRoutes = ({ db, facts, onTold }: ListeningOptions): Route[] => {
  const startSession = createStartSession(db)
  const endSession = createEndSession(db)
  const heartbeats = createHeartbeats(db)
  return [
    on(StartListening, async ({ user, body, log, token, requestId }) => {
      const episode = await facts.episode({ token, requestId }, body.episodeId.toLowerCase())
      if (episode === undefined) throw notFound('episode')
      const { session, isTold } = await startSession(user.id, episode)
      if (isTold) onTold()
      log.debug({ sessionId: session.id, episodeId: episode.id }, 'session started')
      return new CheckedAnswer(session)
    }),

    on(HeartbeatListening, async ({ user, body }) => ({
      creditedSeconds: await heartbeats.record(user.id, body.sessionId, body),
    })),

    on(EndListening, async ({ user, body, log, setHeader }) => {
      const { receipt, isTold, isRepeat } = await endSession(user.id, body.sessionId, body)
      if (isTold) onTold()
      if (isRepeat) setHeader('idempotent-replayed', 'true')
      else log.info({ sessionId: body.sessionId, points: receipt.pointsEarned }, 'session ended')
      return new CheckedAnswer(receipt)
    }),

    on(ListListeningSessions, async ({ user, query, nextPage }) => {
      const rows = await listSessions(db, user.id, { limit: query.limit, after: NewestFirst.read(query.cursor) })
      const page = toPage(rows, query.limit, ({ createdAt, id }) => NewestFirst.write([createdAt, id]))
      nextPage(page.next)
      return page.items
    }),
  ]
}
