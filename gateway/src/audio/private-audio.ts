import { serviceUrls } from '@griot/contracts/services'
import { Id } from '@griot/contracts/values'
import { CheckPrivateAudio } from '@griot/service-kit/catalog/private-audio'
import { callService } from '@griot/service-kit/http/call-service'
import { notFound } from '@griot/service-kit/http/errors'
import type { Context, Middleware } from '../http/context.ts'
import { PUBLIC_METHODS } from '../http/other-origins.ts'
import type { Shared } from '../shared.ts'
import type { OpenAudioSender } from './open-audio.ts'

const PREFIX = '/audio/private/'
const PRIVATE_PATH = /^\/audio\/private\/([\w-]{20,100})\/([^/]+)\.mp3$/

/** `/audio/private/{token}/{episodeId}.mp3`: the audio of an episode in the private feed of a listener. */
export const createPrivateAudio = (
  { config, requestMetrics, tokenFor, upstreams }: Pick<Shared, 'config' | 'requestMetrics' | 'tokenFor' | 'upstreams'>,
  send: OpenAudioSender,
): Middleware => {
  const url = serviceUrls(config).catalog
  const limit = upstreams.concurrencyLimitOf('catalog')

  const requireFeed = async (context: Context, token: string, id: string) => {
    const target = { url, token: await tokenFor(null), requestId: context.state.requestId }
    const found = await limit.run(() => callService(target, CheckPrivateAudio, { params: { token, id } }))
    if (found === undefined) throw notFound('private_feed')
  }

  return async (context, next) => {
    const { path, method } = context
    if (!path.startsWith(PREFIX)) return next()
    requestMetrics.setRoute(context, PREFIX, 'long')
    // The address is a secret of one listener.
    context.set({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    const [, token = '', given] = PRIVATE_PATH.exec(path) ?? []
    const episodeId = Id.safeParse(given).data
    const reads = method !== 'OPTIONS' && PUBLIC_METHODS.includes(method)
    if (episodeId !== undefined && reads) await requireFeed(context, token, episodeId)
    await send(context, { episodeId, caching: 'private' })
  }
}
