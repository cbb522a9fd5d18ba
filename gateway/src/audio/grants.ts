import { pathFor } from '@griot/contracts/endpoint'
import { ErrorBody } from '@griot/contracts/errors'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { AppError, relayError, unavailable } from '@griot/service-kit/http/errors'
import { createGrantVerifier, GRANT_HEADER, type ValidGrant } from '@griot/service-kit/identity/grant'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { LRUCache } from 'lru-cache'
import type { Session } from '../http/context.ts'
import { parseJson } from '../http/read-body.ts'
import type { Shared } from '../shared.ts'

interface GrantRequest {
  mediaId: string
  /** The requested form of the recording; null for the one that listeners get. */
  form: string | null
  session: Session | null
  requestId: string
}

// A grant must not expire while its response is being prepared.
const MARGIN_MS = 2_000
const TIMEOUT_MS = 6_000

/** Permissions to read recordings. Media issues them, and each is cached until it expires. */
export const createGrants = ({ config, upstreams, tokenFor }: Shared) => {
  const media = upstreams.to('media', 'audio')
  const limit = upstreams.concurrencyLimitOf('media')
  const verify = createGrantVerifier(config.GRANT_SECRET)
  const cache = new LRUCache<string, ValidGrant>({ max: 10_000 })

  const requestGrant = async ({ mediaId, form, session, requestId }: GrantRequest) => {
    const { statusCode, headers, body } = await media.request({
      method: 'GET',
      path: pathFor(StreamMedia, { params: { id: mediaId }, query: { as: form ?? undefined } }),
      headers: { [IDENTITY_HEADER]: await tokenFor(session), 'x-request-id': requestId },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    return { status: statusCode, token: String(headers[GRANT_HEADER]), text: await body.text() }
  }

  return {
    /** Throws the error of media if it refuses. */
    async for(request: GrantRequest): Promise<ValidGrant> {
      const { mediaId, session, form } = request
      const key = `${mediaId} ${session?.user.id ?? ''} ${form ?? ''}`
      const cached = cache.get(key)
      if (cached !== undefined) return cached

      const { status, token, text } = await limit.run(() =>
        requestGrant(request).catch((error: unknown) => {
          throw unavailable('service', error)
        }),
      )
      if (status >= 400) throw errorOf(status, text)
      const grant = await verify(token)
      if (grant === null) throw new Error(`media returned ${status} without a valid grant`)
      const ttl = grant.expiresAt - MARGIN_MS - Date.now()
      if (ttl > 0) cache.set(key, grant, { ttl })
      return grant
    },
    /** Drops the cached grants of a recording that was changed. */
    forget(mediaId: string) {
      for (const key of cache.keys()) if (key.startsWith(mediaId)) cache.delete(key)
    },
  }
}
export type Grants = ReturnType<typeof createGrants>

const errorOf = (status: number, text: string) => {
  if (status >= 500) return unavailable('service', new Error(`media returned ${status}`))
  const body = ErrorBody.safeParse(parseJson(text))
  return body.success
    ? relayError(status, body.data)
    : new AppError(status, 'media.refused', 'This recording cannot be played.')
}
