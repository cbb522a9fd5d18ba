import { pathFor } from '@griot/contracts/endpoint'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { Id } from '@griot/contracts/values'
import { invalid, orNotFound } from '@griot/service-kit/http/errors'
import type { Handler } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { clientAddress } from '../limits/rate-limits.ts'
import { createStreamLimit } from '../limits/stream-limit.ts'
import type { Shared } from '../shared.ts'
import type { DeliverAudio } from './deliver-audio.ts'
import type { Grants } from './grants.ts'

// Many users may share the address of a household or an office.
const STREAMS_PER_USER = 6
const STREAMS_PER_ADDRESS = 64
/** Players request some short ranges at once. */
const SHORT_STREAM_MS = 2_000

// An unpublished episode stays audible for this long. Browsers send all ranges to the address of the redirect. If a range
// fails, the shell's player loads a source again that is older than 50 s (shell/src/player/engine-state.ts).
const LINK = { seconds: 60, status: 307 } as const

const PLAYERS = ['audio', 'video', 'empty']

/** `GET, HEAD /api/media/:id/stream`: media decides who may listen, and the bytes pass through no other Node process. */
export const createSendAudio = (
  { config }: Pick<Shared, 'config'>,
  grants: Pick<Grants, 'for'>,
  deliver: DeliverAudio,
): Handler => {
  const limitStreams = createStreamLimit({ shortMs: SHORT_STREAM_MS })

  return async (context) => {
    const { state } = context
    requireMethod(context, 'GET', 'HEAD')
    const mediaId = orNotFound(mediaIdIn(context.path), 'media')
    const { session, sessionError, requestId } = state
    const query = StreamMedia.query.safeParse({ ...context.query })
    if (!query.success) throw invalid({ query: 'This form of the recording, or this private link, does not exist.' })
    const { as, preview } = query.data
    const path = pathFor(StreamMedia, { params: { id: mediaId }, query: { as, preview } })
    const publicPath = pathFor(StreamMedia, { params: { id: mediaId }, query: { as } })
    const grant = await grants.for({ path, publicPath, session, sessionError, requestId })
    // Signed-out visitors and empty files earn nothing.
    const recipient = session === null || grant.size === 0 ? null : { userId: session.user.id, mediaId }

    context.set({ 'content-type': grant.type, 'cache-control': 'private, max-age=0, must-revalidate' })
    // Only players show a recording; any other client gets a download.
    if (PLAYERS.includes(context.get('sec-fetch-dest'))) context.attachment(undefined, { type: 'inline' })
    // `toString` replaces unpaired surrogates, which cannot be encoded. A bucket needs an ASCII fallback.
    else context.attachment(Buffer.from(grant.name).toString(), { fallback: 'recording' })
    await deliver(context, {
      grant,
      recipient,
      link: LINK,
      limitStreams: (response) =>
        recipient === null
          ? limitStreams(clientAddress(context, config.TRUSTED_PROXIES), STREAMS_PER_ADDRESS, response)
          : limitStreams(recipient.userId, STREAMS_PER_USER, response),
    })
  }
}

const mediaIdIn = (path: string) => {
  const parts = path.split('/')
  return parts.length > 5 ? undefined : Id.safeParse(parts[3]).data
}
