import { pathFor } from '@griot/contracts/endpoint'
import { GetPoints, UserPoints } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import { unauthenticated } from '@griot/service-kit/errors'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import type { Log } from '@griot/service-kit/log'
import { traceHeaders } from '@griot/service-kit/tracing/tracing'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { type Door, type Leave, TURNED_AWAY } from '../door.ts'
import type { Context } from '../http/context.ts'
import type { IdentityTokens } from './identity-tokens.ts'
import type { Session } from './sessions.ts'

const PATIENCE_MS = 1_000
const REMEMBERED_MS = 900
const MOST_REMEMBERED = 20_000

// Not the whole answer: a newer or an older service may say more or less about the rest.
const Asked = UserPoints.pick({ totalPoints: true, level: true }).extend({ hidePoints: z.boolean().default(false) })

type Standing = Pick<User, 'points' | 'level'>

export interface AnswerUserOptions {
  points: Dispatcher
  door: Door
  tokenFor: IdentityTokens
  log: Log
}

/** `GET /api/auth/user`. Someone is signed in even while the points service is not there: then there are no points to show. */
export const createAnswerUser = ({ points, door, tokenFor, log }: AnswerUserOptions) => {
  const remembered = new Map<string, { standing: Promise<Standing>; until: number }>()

  const ask = async (session: Session, requestId: string): Promise<Standing> => {
    let leave: Leave | undefined
    try {
      leave = await door.enter()
      const { statusCode, body } = await points.request({
        method: 'GET',
        path: pathFor(GetPoints, { params: { id: 'me' } }),
        headers: { [IDENTITY_HEADER]: await tokenFor(session), 'x-request-id': requestId, ...traceHeaders() },
        headersTimeout: PATIENCE_MS,
        bodyTimeout: PATIENCE_MS,
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const answer = await body.text()
      if (statusCode !== 200) throw new Error(`points answered ${statusCode}`)
      const { totalPoints, level, hidePoints } = Asked.parse(JSON.parse(answer))
      return hidePoints ? { points: null, level: null } : { points: totalPoints, level }
    } catch (error) {
      if (error !== TURNED_AWAY) log.warn({ err: error, requestId }, 'points not asked')
      return { points: null, level: null }
    } finally {
      leave?.()
    }
  }

  const standingOf = (session: Session, requestId: string) => {
    const { id } = session.user
    const known = remembered.get(id)
    if (known !== undefined && known.until > performance.now()) return known.standing
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const standing = ask(session, requestId)
    remembered.set(id, { standing, until: performance.now() + REMEMBERED_MS })
    return standing
  }

  return {
    async answer(context: Context) {
      const { session, requestId } = context.state
      if (session === null) throw unauthenticated()
      const user: User = { ...session.user, ...(await standingOf(session, requestId)) }
      context.set('cache-control', 'private, no-store')
      context.body = user
    },
    /** The person just did something that may have brought points; the next answer shows them. */
    forget(userId: string) {
      remembered.delete(userId)
    },
  }
}
