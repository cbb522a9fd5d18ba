import { AppError } from '@griot/service-kit/http/errors'
import { isUnchanged } from '@griot/service-kit/http/responses'
import type { Catalog } from '../catalog.ts'
import { siteOf } from '../pages/site.ts'
import { publicRoute } from '../public/public-route.ts'
import { element, xmlDocument } from '../public/xml.ts'
import { describe } from './describe.ts'
import { findSubject } from './find-subject.ts'

const FORMATS = { json: 'application/json; charset=utf-8', xml: 'text/xml; charset=utf-8' } as const

const formatOf = (given: unknown) => {
  if (given === undefined || given === 'json') return 'json'
  if (given === 'xml') return 'xml'
  throw new AppError(501, 'oembed.format', 'The formats are json and xml.')
}

/** Pixels; unlimited by default and for a value that is not a number of pixels. */
const maximumOf = (given: unknown) =>
  typeof given === 'string' && /^[1-9]\d{0,4}$/.test(given) ? Number(given) : Number.POSITIVE_INFINITY

export const oembedRoutes = (catalog: Catalog) => {
  const site = siteOf(catalog)
  return [
    publicRoute('/oembed', async (context) => {
      const { url, format: givenFormat, maxwidth, maxheight } = context.query
      const format = formatOf(givenFormat)
      const subject = findSubject(url, site.origin)
      const limits = { maxWidth: maximumOf(maxwidth), maxHeight: maximumOf(maxheight) }
      const { bytes, etag } = await catalog.cache.bytes(
        `oembed ${format} ${JSON.stringify([subject, limits])}`,
        async (from) => {
          const response = await describe(from, site, subject, limits)
          if (format === 'json') return Buffer.from(JSON.stringify(response))
          return Buffer.from(
            xmlDocument(
              element(
                'oembed',
                {},
                Object.entries(response).map(([name, value]) => element(name, {}, value)),
              ),
            ),
          )
        },
      )
      context.set({ 'cache-control': 'public, max-age=300', etag })
      context.type = FORMATS[format]
      if (isUnchanged(context, etag)) context.status = 304
      else context.body = bytes
    }),
  ]
}
