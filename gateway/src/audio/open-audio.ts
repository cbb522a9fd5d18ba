import { pathFor } from '@griot/contracts/endpoint'
import { Id } from '@griot/contracts/values'
import { GrantOpenAudio } from '@griot/service-kit/account/admin-calls'
import { orNotFound } from '@griot/service-kit/http/errors'
import type { Context, Middleware } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { answerPreflight, openToOtherOrigins, PUBLIC_METHODS } from '../http/other-origins.ts'
import { createOpenStreams } from '../limits/open-streams.ts'
import { clientAddress } from '../limits/rate-limits.ts'
import type { Shared } from '../shared.ts'
import type { DeliverAudio } from './deliver-audio.ts'
import type { Grants } from './grants.ts'

const PREFIX = '/audio/'
const EPISODE_PATH = /^\/audio\/([^/]+)\.mp3$/

// A mobile network or the server of an app has one address for many listeners.
const STREAMS_PER_ADDRESS = 512
// Players send later range requests to the target of the redirect, hours afterwards.
const LINK = { seconds: 24 * 60 * 60, status: 302 } as const

const EXPOSED = ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag']

interface OpenAudio {
  /** Undefined if the address contains no id. */
  episodeId: string | undefined
  /** Who may store the response: everyone, or only the app that has the address. */
  caching: 'public' | 'private'
}

/**
 * `/audio/{episodeId}.mp3`: the MP3 of a published episode for apps and pages of other sites. It reads no session and sets no
 * cookie, earns no points, and its bytes do not count as sent to a user.
 */
export const createOpenAudio = (
  { config, count, requestMetrics }: Pick<Shared, 'config' | 'count' | 'requestMetrics'>,
  grants: Pick<Grants, 'for'>,
  deliver: DeliverAudio,
) => {
  const limitStreams = createOpenStreams(STREAMS_PER_ADDRESS)

  /** Sends the audio of a published episode, also for addresses that a private feed contains. */
  const send = async (context: Context, { episodeId: given, caching }: OpenAudio) => {
    const { method, state } = context
    openToOtherOrigins(context, EXPOSED)
    const episodeId = orNotFound(given, 'episode')
    if (!PUBLIC_METHODS.includes(method)) throw methodNotAllowed(context, PUBLIC_METHODS)
    if (method === 'OPTIONS') return answerPreflight(context)
    if (method === 'GET') await count(context, 'open-audio', episodeId)
    const path = pathFor(GrantOpenAudio, { params: { id: episodeId } })
    const grant = await grants.for({ path, session: null, requestId: state.requestId })
    context.set({ 'content-type': grant.type, 'cache-control': `${caching}, max-age=300` })
    if (grant.lastModified !== undefined) context.set('last-modified', new Date(grant.lastModified).toUTCString())
    context.attachment(undefined, { type: 'inline' })
    await deliver(context, {
      grant,
      recipient: null,
      link: LINK,
      limitStreams: (response) => limitStreams(clientAddress(context, config.TRUSTED_PROXIES), response),
    })
  }

  const middleware: Middleware = async (context, next) => {
    const { path } = context
    if (!path.startsWith(PREFIX)) return next()
    requestMetrics.setRoute(context, PREFIX, 'long')
    await send(context, { episodeId: Id.safeParse(EPISODE_PATH.exec(path)?.[1]).data, caching: 'public' })
  }

  return { middleware, send }
}
export type OpenAudioSender = ReturnType<typeof createOpenAudio>['send']
