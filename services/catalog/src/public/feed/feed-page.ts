import type { Context } from '@griot/service-kit/http/context'
import { notFound } from '@griot/service-kit/http/errors'

/** The page of `?page=`, by default the first. Other parameters are ignored, because apps add some. */
export const pageOf = (context: Pick<Context, 'query'>) => {
  const { page } = context.query
  if (page === undefined) return 1
  if (typeof page !== 'string' || !/^[1-9]\d{0,4}$/.test(page)) throw notFound('page')
  return Number(page)
}

/** Sends apps to the new address of a feed for good. */
export const sendMoved = (context: Context, url: string) => {
  context.status = 301
  context.set('location', url)
  context.body = ''
}
