import type { Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import type { Context } from './context.ts'

/** A response in bytes, such as a list that is cached in memory. It is sent with its ETag and not validated again. */
export class EncodedResponse {
  readonly bytes: Buffer
  readonly etag: string
  constructor(bytes: Buffer, etag: string) {
    this.bytes = bytes
    this.etag = etag
  }
}

export type Result<E extends Endpoint> = ResponseOf<E> | EncodedResponse

/**
 * Whether the caller has this version already. Koa's `fresh` ignores `If-None-Match` when the request has
 * `Cache-Control: no-cache`, and `fetch` adds that header to every conditional request.
 */
export const isUnchanged = (context: Context, etag: string) => {
  if (context.req.headers['if-none-match'] === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = context.get('if-none-match').split(',').map(bare)
  return known.includes(bare(etag)) || known.includes('*')
}

/** Sends the result of an operation, validated by the endpoint's schema. */
export const send = (endpoint: Endpoint, context: Context, response: unknown) => {
  if (response instanceof EncodedResponse) {
    context.set('etag', response.etag)
    context.type = endpoint.responseType ?? 'application/json; charset=utf-8'
    if (isUnchanged(context, response.etag)) context.status = 304
    else context.body = response.bytes
    return
  }
  context.status = context.state.status ?? endpoint.status ?? 200
  if (endpoint.status !== 204) context.body = endpoint.response.parse(response)
}
