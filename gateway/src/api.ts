import type { ServerResponse } from 'node:http'
import { notFound } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import type { createAdmit } from './admit.ts'
import type { SendAudio } from './audio/send-audio.ts'
import type { IdentityTokens } from './auth/identity-tokens.ts'
import type { Context, Middleware } from './http/context.ts'
import { isSafe } from './http/fetch-metadata.ts'
import { hasJustWritten, rememberWrite } from './http/fresh.ts'
import type { createCountRequests } from './metrics/count-requests.ts'
import { relay } from './proxy.ts'
import { type RouteRow, routeFor } from './routes.ts'
import { type Stay, stayBehind } from './stay.ts'
import type { Upstreams } from './upstreams.ts'

interface Options {
  /** Calls that the gateway answers itself, by their paths. */
  ownCalls: Readonly<Record<string, (context: Context) => Promise<void>>>
  /** Throws for what is asked by a version that is no longer answered. */
  refuseTooOld(asker: string | string[] | undefined): void
  admit: ReturnType<typeof createAdmit>
  counted: ReturnType<typeof createCountRequests>
  sendAudio: SendAudio
  upstreams: Upstreams
  tokenFor: IdentityTokens
  /** A service has taken what somebody changed. */
  onWritten(context: Context, row: RouteRow): void
  log: Log
}

// What is written there shows up in lists that are kept for everybody.
const SHOWN_TO_ALL = new Set(['catalog', 'media'])

/** All that is asked under `/api`: a few calls are answered here, the others go on to the services. */
export const createApi = (options: Options) => {
  const { ownCalls, refuseTooOld, admit, counted, sendAudio, upstreams, tokenFor, onWritten, log } = options
  const eventStreams = new Set<ServerResponse>()

  const passOn = async (context: Context, row: RouteRow, stay?: Stay) => {
    const { method, req, state } = context
    await admit(context, row)

    if (row.travel === 'audio') return sendAudio(context)
    const body = await stay?.readBody(req)
    const token = await tokenFor(state.session)
    if (row.travel === 'events') eventStreams.add(context.res)
    const { service, travel } = row
    const wantsFresh = hasJustWritten(context)
    if (!isSafe(method) && SHOWN_TO_ALL.has(service)) rememberWrite(context)
    try {
      await relay(context, { upstream: upstreams.to(service, travel), travel, token, wantsFresh, body, log })
    } finally {
      eventStreams.delete(context.res)
    }
    if (!isSafe(method)) onWritten(context, row)
  }

  const middleware: Middleware = async (context, next) => {
    const { path } = context
    if (path !== '/api' && !path.startsWith('/api/')) return next()
    refuseTooOld(context.req.headers['x-mfe'])
    const own = ownCalls[path]
    if (own !== undefined) {
      counted.as(context, path)
      return own(context)
    }
    const row = routeFor(path)
    if (row === undefined) throw notFound('page')
    counted.asRow(context, row)
    // What lasts as long as somebody listens or sends has connections of its own.
    if (row.travel !== 'json') return passOn(context, row)
    const stay = await stayBehind(upstreams.doorOf(row.service), context.res)
    try {
      await passOn(context, row, stay)
    } finally {
      stay.leave()
    }
  }

  return {
    middleware,
    /** Browsers that watch something go to another copy. */
    endEvents: () => {
      for (const stream of eventStreams) stream.destroy()
    },
  }
}
