import type { Context } from './context.ts'

/** The methods of public addresses. */
export const PUBLIC_METHODS = ['GET', 'HEAD', 'OPTIONS']
const PREFLIGHT_SECONDS = 86_400

/** For a resource that pages of other origins may read: the default of all other responses is `same-origin`. */
export const openToOtherOrigins = (context: Pick<Context, 'set'>, exposed: readonly string[]) =>
  context.set({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposed.join(', '),
    'cross-origin-resource-policy': 'cross-origin',
  })

/** Answers the question of a browser whether a page of another origin may send a request. */
export const answerPreflight = (context: Context) => {
  context.set({
    'access-control-allow-methods': PUBLIC_METHODS.join(', '),
    'access-control-allow-headers': 'Range, If-Range, If-None-Match, If-Modified-Since',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  })
  context.status = 204
}
