import type { AnswerOf, Endpoint } from '@griot/contracts/endpoint'
import type { Context } from './context.ts'

/** JSON that is ready to send: a list that is asked for often is serialised once. */
export class JsonBytes {
  readonly bytes: Buffer
  readonly etag: string
  constructor(bytes: Buffer, etag: string) {
    this.bytes = bytes
    this.etag = etag
  }
}

/**
 * An answer that needs no second look: every field of it comes from a row that was checked, or from a rule of ours.
 * Looking at each field again costs the calls that are asked most a tenth of all they cost.
 */
export class CheckedAnswer<Value extends object> {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

export type Answer<E extends Endpoint> = AnswerOf<E> | JsonBytes | CheckedAnswer<AnswerOf<E> & object>

/**
 * The caller has this version already. Koa's own `fresh` says no to `Cache-Control: no-cache`, which programs send along
 * with exactly this question.
 */
export const isUnchanged = (context: Context, etag: string) => {
  if (context.req.headers['if-none-match'] === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = context.get('if-none-match').split(',').map(bare)
  return known.includes(bare(etag)) || known.includes('*')
}

/** Writes an operation's answer, checked by the endpoint's schema unless it says that it needs no second look. */
export const send = (endpoint: Endpoint, context: Context, answer: unknown) => {
  if (answer instanceof JsonBytes) {
    context.set('etag', answer.etag)
    context.type = 'application/json; charset=utf-8'
    if (isUnchanged(context, answer.etag)) context.status = 304
    else context.body = answer.bytes
    return
  }
  context.status = context.state.status ?? endpoint.status ?? 200
  if (endpoint.status === 204) return
  const checked = answer instanceof CheckedAnswer ? answer.value : endpoint.response.parse(answer)
  if (typeof checked === 'object' && checked !== null) {
    // Koa would find out by itself that this is JSON, which costs each answer more than writing it.
    context.set('content-type', 'application/json; charset=utf-8')
    context.body = JSON.stringify(checked)
  } else context.body = checked
}
