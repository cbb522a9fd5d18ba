import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Queryable } from '@griot/service-kit/db/db'
import type { Context } from '@griot/service-kit/http/context'
import { asAppError } from '@griot/service-kit/http/errors'
import { isUnchanged } from '@griot/service-kit/http/responses'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ResponseCache } from '../response-cache.ts'
import { contentSecurityPolicy, type Policy } from './assets.ts'

const CACHING = 'public, max-age=60'

interface Page {
  /** Identifies the page for every caller. */
  key: string
  policy: Policy
  /** Throws 404 and 410. */
  load(from: Queryable): Promise<ReactElement>
  /** The page of such an error. */
  missing(status: 404 | 410): ReactElement
}

/** Sends a page that is the same for everyone. Rendered pages are cached as bytes. */
export const createSendPage = (cache: ResponseCache) => async (context: Context, page: Page) => {
  const isGzip = context.acceptsEncodings('gzip', 'identity') === 'gzip'
  const encode = async (element: ReactElement) => {
    const html = Buffer.from(`<!doctype html>${renderToStaticMarkup(element)}`)
    return isGzip ? promisify(gzip)(html) : html
  }
  context.set({ 'cache-control': CACHING, 'content-security-policy': contentSecurityPolicy(page.policy) })
  context.vary('Accept-Encoding')
  context.type = 'text/html; charset=utf-8'
  if (isGzip) context.set('content-encoding', 'gzip')
  try {
    const key = `page ${page.key}${isGzip ? ' gzip' : ''}`
    const { bytes, etag } = await cache.bytes(key, async (from) => encode(await page.load(from)))
    context.set('etag', etag)
    if (isUnchanged(context, etag)) context.status = 304
    else context.body = bytes
  } catch (error) {
    const { status } = asAppError(error)
    if (status !== 404 && status !== 410) {
      for (const name of ['cache-control', 'content-encoding', 'content-security-policy']) context.remove(name)
      throw error
    }
    context.status = status
    context.body = await encode(page.missing(status))
  }
}
