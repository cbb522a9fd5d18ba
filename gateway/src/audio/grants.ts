import { ErrorBody } from '@griot/contracts/errors'
import { AppError, relayError, unavailable } from '@griot/service-kit/http/errors'
import { createGrantVerifier, GRANT_HEADER, type ValidGrant } from '@griot/service-kit/identity/grant'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { LRUCache } from 'lru-cache'
import type { Session } from '../http/context.ts'
import { parseJson } from '../http/read-body.ts'
import type { Shared } from '../shared.ts'

interface GrantRequest {
  /** The path and query at which media returns the grant. */
  path: string
  /** The same for every listener, without the token of a private link. */
  publicPath?: string
  session: Session | null
  /** Set if the session is unknown because its lookup failed. */
  sessionError?: unknown
  requestId: string
}

// A grant must not expire while its response is being prepared.
const MARGIN_MS = 2_000
/** An episode that another instance has unpublished stays audible here for this long. */
const TRUSTED_MS = 900
const TIMEOUT_MS = 6_000
/**
 * Published audio plays for this long after media last granted it, while media cannot answer: time to repair a database.
 * An episode that was unpublished just before the failure may stay audible for as long.
 */
const PUBLISHED_MS = 30 * 60_000

/**
 * Permissions to read recordings, which media issues. Each is reused for less than a second, because the owner can withdraw
 * it, and until it expires if media is unavailable, so that playback continues. Grants of published audio are then used for
 * longer, for every listener.
 */
export const createGrants = ({ config, upstreams, tokenFor }: Shared) => {
  const media = upstreams.to('media', 'audio')
  const limit = upstreams.concurrencyLimitOf('media')
  const verify = createGrantVerifier(config.GRANT_SECRET)
  let changedAt = 0
  /** Of the last write that may have withdrawn a grant. */
  let withdrawnAt = 0
  const cache = new LRUCache<string, { grant: ValidGrant; issuedAt: number }>({ max: 10_000 })
  const published = new LRUCache<string, { grant: ValidGrant; issuedAt: number }>({ max: 10_000 })

  const publishedGrant = (key: string) => {
    const known = published.get(key)
    const isUsable = known && known.issuedAt > withdrawnAt && Date.now() - known.issuedAt < PUBLISHED_MS
    return isUsable ? known.grant : undefined
  }

  const requestGrant = async ({ path, session, requestId }: GrantRequest) => {
    const { statusCode, headers, body } = await media.request({
      method: 'GET',
      path,
      headers: { [IDENTITY_HEADER]: await tokenFor(session), 'x-request-id': requestId },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    return { status: statusCode, token: String(headers[GRANT_HEADER]), text: await body.text() }
  }

  return {
    /** Throws the error of media if it refuses. */
    async for(request: GrantRequest): Promise<ValidGrant> {
      const { path, publicPath = path, session, sessionError } = request
      const key = `${path} ${session?.user.id ?? ''}`
      const known = cache.get(key)
      const cached = known && known.grant.expiresAt - MARGIN_MS > Date.now() ? known : undefined
      const isTrusted = cached && cached.issuedAt > changedAt && Date.now() - cached.issuedAt < TRUSTED_MS
      if (isTrusted) return cached.grant

      const issuedAt = Date.now()
      const fallback = cached?.grant ?? publishedGrant(publicPath)
      const response = await limit
        .run(() => requestGrant(request))
        .catch((error: unknown) => {
          if (fallback !== undefined) return null
          throw error instanceof AppError ? error : unavailable('service', error)
        })
      if (fallback !== undefined && (response === null || response.status >= 500)) return fallback
      const { status, token, text } = response as NonNullable<typeof response>
      if (status >= 400) {
        cache.delete(key)
        published.delete(publicPath)
        // The refusal is for a visitor.
        throw sessionError ?? errorOf(status, text)
      }
      const grant = await verify(token)
      if (grant === null) throw new Error(`media returned ${status} without a valid grant`)
      cache.set(key, { grant, issuedAt })
      if (grant.isPublished) published.set(publicPath, { grant, issuedAt })
      return grant
    },
    /** Makes later calls request media again: a write may have withdrawn any grant. One that failed withdraws nothing. */
    forget({ mayWithdraw }: { mayWithdraw: boolean }) {
      changedAt = Date.now()
      if (mayWithdraw) withdrawnAt = changedAt
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
