import type { IncomingHttpHeaders } from 'node:http'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'

// An allow-list, so that no client can send headers that identify a user (`x-user-id`, `x-griot-…`, cookies).
const FORWARDED = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'last-event-id',
  'prefer',
  'range',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'user-agent',
])

interface Added {
  token: string
  /** Of the gateway itself, for this endpoint. */
  statements: Readonly<Record<string, string>>
  requestId: string
  sinceWrite?: number | undefined
}

/** The headers of a request to a service: names and values alternate, as undici takes them. */
export const requestHeaders = (
  from: IncomingHttpHeaders,
  { token, statements, requestId, sinceWrite }: Added,
): string[] => {
  const headers = [IDENTITY_HEADER, token, 'x-request-id', requestId, ...Object.entries(statements).flat()]
  if (sinceWrite !== undefined) headers.push(READ_YOUR_WRITES_HEADER, String(sinceWrite))
  for (const [name, value] of Object.entries(from)) {
    if (typeof value === 'string' && FORWARDED.has(name)) headers.push(name, value)
  }
  return headers
}

const REMOVED = new Set([
  // Valid for one connection only.
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Set by the gateway itself.
  'date',
  'server',
  'set-cookie',
  'strict-transport-security',
  'x-powered-by',
  'x-request-id',
])

/** Whether a header of a service's response is sent to the browser. */
export const isForBrowser = (name: string) => !REMOVED.has(name) && !name.startsWith('x-griot-')

// These apply to the whole origin or weaken the headers of the gateway.
const OF_GATEWAY =
  /^(access-control-|cross-origin-|content-security-policy|clear-site-data|nel$|permissions-policy|referrer-policy|refresh|report|service-worker-allowed|x-content-type-options|x-frame-options)/

/** As `isForBrowser`, for the service of a module, which is not reviewed with the gateway. */
export const isForBrowserOfModule = (name: string) => isForBrowser(name) && !OF_GATEWAY.test(name)
