import type { IncomingHttpHeaders } from 'node:http'
import { FRESH_HEADER } from '@griot/service-kit/fresh'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { tracing } from '@griot/service-kit/tracing/tracing'

// A list of what passes, so that a header that says who someone is (`x-user-id`, `x-griot-…`, cookies) cannot.
const PASSED_ON = new Set([
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

export interface Passing {
  token: string
  requestId: string
  /** They have written something a moment ago and want to see it. */
  wantsFresh: boolean
}

/** What a service gets to see of a request: names and values in turn. */
export const requestHeaders = (from: IncomingHttpHeaders, { token, requestId, wantsFresh }: Passing): string[] => {
  const headers = [IDENTITY_HEADER, token, 'x-request-id', requestId]
  if (wantsFresh) headers.push(FRESH_HEADER, '1')
  const traceparent = tracing()?.traceparent()
  if (traceparent !== undefined) headers.push('traceparent', traceparent)
  for (const name in from) {
    const value = from[name]
    if (typeof value === 'string' && PASSED_ON.has(name)) headers.push(name, value)
  }
  return headers
}

const KEPT_BACK = new Set([
  // Between two neighbours only.
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Ours to say.
  'date',
  'server',
  'set-cookie',
  'strict-transport-security',
  'x-powered-by',
  'x-request-id',
])

/** Whether a header of a service's answer is meant for the browser. */
export const isForBrowser = (name: string) => !KEPT_BACK.has(name) && !name.startsWith('x-griot-')
