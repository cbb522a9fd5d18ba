import { pathFor } from '@griot/contracts/endpoint'
import { ErrorBody } from '@griot/contracts/errors'
import { StreamMedia } from '@griot/contracts/media/hearing'
import { AppError, unavailable } from '@griot/service-kit/errors'
import { createGrantVerifier, GRANT_HEADER, type ValidGrant } from '@griot/service-kit/grant'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { traceHeaders } from '@griot/service-kit/tracing/tracing'
import type { Dispatcher } from 'undici'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Session } from '../auth/sessions.ts'
import type { Door } from '../door.ts'

interface Asking {
  mediaId: string
  /** Which of its forms, as the caller put it; null for what listeners hear. */
  form: string | null
  /** Null when signed out. */
  session: Session | null
  requestId: string
}

/** A grant, with what is said of the recording in every answer. */
export interface HeldGrant extends ValidGrant {
  /** `Content-Disposition` for whoever is no player. */
  attachment: string
}

/** Leaves to hear a recording, as media gives them; each is remembered for as long as it says. */
export interface Grants {
  for(asking: Asking): Promise<HeldGrant>
  /** Something about the recording changed here: whoever wants to hear it has to ask again. */
  forget(mediaId: string): void
}

const MOST_REMEMBERED = 10_000
// A grant that ends while its answer is being prepared helps nobody.
const MARGIN_MS = 2_000
const PATIENCE_MS = 6_000

export interface GrantsOptions {
  media: Dispatcher
  door: Door
  tokenFor: IdentityTokens
  secret: string
}

export const createGrants = ({ media, door, tokenFor, secret }: GrantsOptions): Grants => {
  const verify = createGrantVerifier(secret)
  const known = new Map<string, Map<string, HeldGrant>>()

  const askMedia = async ({ mediaId, form, session, requestId }: Asking) => {
    const leave = await door.enter()
    try {
      const token = await tokenFor(session)
      const { statusCode, headers, body } = await media.request({
        method: 'GET',
        path: pathFor(StreamMedia, { params: { id: mediaId }, query: { as: form ?? undefined } }),
        headers: { [IDENTITY_HEADER]: token, 'x-request-id': requestId, ...traceHeaders() },
        headersTimeout: PATIENCE_MS,
        bodyTimeout: PATIENCE_MS,
      })
      return { status: statusCode, token: String(headers[GRANT_HEADER]), text: await body.text() }
    } catch (error) {
      throw unavailable('service', error)
    } finally {
      leave()
    }
  }

  const ask = async (asking: Asking): Promise<HeldGrant> => {
    const { status, token: granted, text } = await askMedia(asking)
    if (status >= 400) throw asRefusal(status, text)
    const grant = await verify(granted)
    if (grant === null) throw new Error(`media answered ${status} without a grant`)
    return { ...grant, attachment: `attachment; filename*=UTF-8''${encodeName(grant.name)}` }
  }

  return {
    async for(asking) {
      const { mediaId, session, form } = asking
      const listener = `${session?.user.id ?? ''} ${form ?? ''}`
      const remembered = known.get(mediaId)?.get(listener)
      if (remembered !== undefined && remembered.expiresAt - MARGIN_MS > Date.now()) return remembered

      const grant = await ask(asking)
      if (known.size >= MOST_REMEMBERED) known.clear()
      const ofMedia = known.get(mediaId) ?? new Map<string, HeldGrant>()
      if (ofMedia.size >= MOST_REMEMBERED) ofMedia.clear()
      known.set(mediaId, ofMedia.set(listener, grant))
      return grant
    },
    forget(mediaId) {
      known.delete(mediaId)
    },
  }
}

const encodeName = (name: string) =>
  encodeURIComponent(wellFormed(name)).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Half a surrogate pair cannot be written in an address. */
const wellFormed = (text: string) => Buffer.from(text).toString()

const asRefusal = (status: number, text: string) => {
  if (status >= 500) return unavailable('service', new Error(`media answered ${status}`))
  const body = ErrorBody.safeParse(safeJson(text))
  return body.success
    ? new AppError(status, body.data.code, body.data.message)
    : new AppError(status, 'media.refused', 'This recording cannot be played.')
}

const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
