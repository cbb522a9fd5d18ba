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
/** An episode that another instance has unpublished stays audible here for this long. */
const TRUSTED_MS = 900
const TIMEOUT_MS = 6_000

/**
 * Permissions to read recordings, which media issues. Each is reused for less than a second, because the owner can withdraw
 * it, and until it expires if media is unavailable, so that playback continues.
 */
export const createGrants = ({ config, upstreams, tokenFor }: Shared) => {
  const media = upstreams.to('media', 'audio')
  const limit = upstreams.concurrencyLimitOf('media')
  const verify = createGrantVerifier(config.GRANT_SECRET)
  let changedAt = 0
  const cache = new LRUCache<string, { grant: ValidGrant; issuedAt: number }>({ max: 10_000 })

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
      const known = cache.get(key)
      const cached = known && known.grant.expiresAt - MARGIN_MS > Date.now() ? known : undefined
      const isTrusted = cached && cached.issuedAt > changedAt && Date.now() - cached.issuedAt < TRUSTED_MS
      if (isTrusted) return cached.grant

      const issuedAt = Date.now()
      const response = await limit
        .run(() => requestGrant(request))
        .catch((error: unknown) => {
          if (cached !== undefined) return null
          throw error instanceof AppError ? error : unavailable('service', error)
        })
      if (cached !== undefined && (response === null || response.status >= 500)) return cached.grant
      const { status, token, text } = response as NonNullable<typeof response>
      if (status >= 400) {
        cache.delete(key)
        throw errorOf(status, text)
      }
      const grant = await verify(token)
      if (grant === null) throw new Error(`media returned ${status} without a valid grant`)
      cache.set(key, { grant, issuedAt })
      return grant
    },
    /** Makes later requests ask media again: a write may have withdrawn any grant. */
    forget() {
      changedAt = Date.now()
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
