import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { callService } from '@griot/service-kit/http/call-service'
import { asAppError } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import type { Context } from '../http/context.ts'
import type { Shared } from '../shared.ts'

// The page waits for the response.
const TIMEOUT_MS = 1_000

// Another release of the service may return other fields.
const ENDPOINTS = [
  { page: /^\/episode\/([^/]+)\/?$/i, endpoint: { ...GetEpisode, response: z.unknown() } },
  { page: /^\/podcast\/([^/]+)\/?$/i, endpoint: { ...GetPodcast, response: z.unknown() } },
]

/**
 * Whether the page is of an episode or podcast that the signed-in user cannot read. False while the catalog is
 * unavailable, and for visitors, who get the landing page at every such address.
 */
export const createIsContentMissing = ({ config, upstreams, tokenFor, findSession, log }: Shared) => {
  const limit = upstreams.concurrencyLimitOf('catalog')

  return async (context: Context) => {
    const { requestId } = context.state
    for (const { page, endpoint } of ENDPOINTS) {
      const id = page.exec(context.path)?.[1]
      if (id === undefined) continue
      try {
        const session = await findSession(context)
        if (session === null) return false
        const target = { url: config.CATALOG_URL, token: await tokenFor(session), requestId, timeoutMs: TIMEOUT_MS }
        const params = { id: decodeURIComponent(id) }
        return (await limit.run(() => callService(target, endpoint, { params }))) === undefined
      } catch (error) {
        // The id is malformed.
        if (asAppError(error).status === 400) return true
        log.warn({ err: error, requestId }, 'content of a page not checked')
      }
    }
    return false
  }
}
