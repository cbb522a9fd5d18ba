import type { Context } from '@griot/service-kit/http/context'
import { isUnchanged } from '@griot/service-kit/http/responses'

const secondsOf = (time: number) => Math.floor(time / 1000)

/** Whether the client has this version. Its ETag, in any of its forms, has precedence over the date. */
export const isNotModified = (context: Context, etags: readonly string[], changedAt: string) => {
  if (context.req.headers['if-none-match'] !== undefined) return etags.some((etag) => isUnchanged(context, etag))
  const since = Date.parse(context.get('if-modified-since'))
  return !Number.isNaN(since) && secondsOf(Date.parse(changedAt)) <= secondsOf(since)
}
