import { request } from 'undici'
import {
  createConnections,
  type FetcherOptions,
  FIRST_BYTE_MS,
  hostOf,
  parseAddress,
  userAgent,
} from './checked-connections.ts'
import { FetchError, temporary } from './fetch-error.ts'

const WHOLE_MS = 30_000

/** Sends messages to addresses that users give, under the rules of `createFetcher`. Follows no redirect. */
export const createPoster = (options: FetcherOptions = {}) => {
  const { checkUrl, agentFor } = createConnections(options)

  return async (address: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const url = parseAddress(address)
    checkUrl(url, ['https:'])
    const agent = agentFor(url)
    try {
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'user-agent': userAgent(options), ...headers },
        body,
        headersTimeout: FIRST_BYTE_MS,
        signal: AbortSignal.timeout(WHOLE_MS),
      })
      const { statusCode } = response
      if (statusCode < 200 || statusCode > 299) throw temporary(`The server returned ${statusCode}.`)
    } catch (error) {
      throw error instanceof FetchError ? error : temporary(`The server of ${hostOf(url)} did not respond.`, error)
    } finally {
      agent.destroy().catch(() => {})
    }
  }
}
export type PostPublic = ReturnType<typeof createPoster>
