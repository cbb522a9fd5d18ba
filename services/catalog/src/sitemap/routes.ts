import { createHash } from 'node:crypto'
import type { Context } from '@griot/service-kit/http/context'
import { notFound } from '@griot/service-kit/http/errors'
import { isUnchanged } from '@griot/service-kit/http/responses'
import { LRUCache } from 'lru-cache'
import type { Catalog } from '../catalog.ts'
import { episodePage, showPage, siteOf } from '../pages/site.ts'
import { publicRoute } from '../public/public-route.ts'
import { element, optionalElement, xmlDocument } from '../public/xml.ts'
import { countEntries, listEntries } from './sitemap.queries.ts'

/** The limit of the format. */
const URLS_PER_FILE = 50_000

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
// A file reads up to 50,000 rows, and crawlers read it once a day.
const TTL_MS = 10 * 60_000
const MAX_FILES = 4

const ROBOTS = (origin: string) => `User-agent: *
Allow: /listen/
Disallow: /api/
Disallow: /mfe/
Disallow: /embed/
Disallow: /feeds/*/private/
Sitemap: ${origin}/sitemap.xml
`

type SitemapParts = Pick<Catalog, 'db' | 'publicOrigin' | 'productName'>

/** `urlsPerFile` is smaller in tests. */
export const sitemapRoutes = (catalog: SitemapParts, urlsPerFile = URLS_PER_FILE) => {
  const { db } = catalog
  const site = siteOf(catalog)

  const writeFile = async (file: number) => {
    const entries = await listEntries(db, file, urlsPerFile)
    const urls = entries.map(({ podcastId, episodeId, changedAt }) =>
      element(
        'url',
        {},
        element('loc', {}, episodeId === null ? showPage(site, podcastId) : episodePage(site, podcastId, episodeId)),
        optionalElement('lastmod', changedAt),
      ),
    )
    return xmlDocument(element('urlset', { xmlns: NAMESPACE }, urls))
  }

  const writeIndex = (files: number) => {
    const addresses = Array.from({ length: files }, (_, at) => `${site.origin}/sitemap.xml?file=${at + 1}`)
    const sitemaps = addresses.map((address) => element('sitemap', {}, element('loc', {}, address)))
    return xmlDocument(element('sitemapindex', { xmlns: NAMESPACE }, sitemaps))
  }

  const counted = new LRUCache<'files', number>({
    max: 1,
    ttl: TTL_MS,
    ignoreFetchAbort: true,
    fetchMethod: async () => Math.max(1, Math.ceil((await countEntries(db)) / urlsPerFile)),
  })

  /** Without a number: the only file, or the index of several. */
  const write = async (file: number | undefined) => {
    const files = await counted.forceFetch('files')
    if (file !== undefined && file > files) throw notFound('page')
    return file === undefined && files > 1 ? writeIndex(files) : writeFile(file ?? 1)
  }

  const written = new LRUCache<string, { text: string; etag: string }>({
    max: MAX_FILES,
    ttl: TTL_MS,
    // A load that is evicted still returns to its callers.
    ignoreFetchAbort: true,
    fetchMethod: async (key) => {
      const text = await write(key === 'index' ? undefined : Number(key))
      return { text, etag: `W/"${createHash('sha1').update(text).digest('base64url')}"` }
    },
  })

  const send = (context: Context, { text, etag }: { text: string; etag: string }) => {
    context.set({ 'cache-control': 'public, max-age=3600', etag })
    context.type = 'application/xml; charset=utf-8'
    if (isUnchanged(context, etag)) context.status = 304
    else context.body = text
  }

  return [
    publicRoute('/robots.txt', async (context) => {
      context.set('cache-control', 'public, max-age=3600')
      context.type = 'text/plain; charset=utf-8'
      context.body = ROBOTS(site.origin)
    }),

    publicRoute('/sitemap.xml', async (context) => {
      const { file } = context.query
      const isNumber = typeof file === 'string' && /^[1-9]\d{0,5}$/.test(file)
      if (file !== undefined && !isNumber) throw notFound('page')
      send(context, await written.forceFetch(isNumber ? file : 'index'))
    }),
  ]
}
