import { createApp } from '@griot/service-kit/http/app'
import { createLog } from '@griot/service-kit/log/log'
import { person } from '@griot/service-kit/testing/identity'
import { serveForTest } from '@griot/service-kit/testing/service'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_ORIGIN, startCatalog, type TestCatalog } from '../testing/harness.ts'
import { sitemapRoutes } from './routes.ts'

let catalog: TestCatalog
const host = person()

beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const locations = (xml: string) =>
  load(xml, { xml: true })('loc')
    .map((_, { children }) => (children[0] as { data?: string }).data)
    .get()

describe('GET /robots.txt', () => {
  it('names the sitemap and keeps crawlers from the API', async () => {
    const text = await (await catalog.as(null).fetch('/robots.txt')).text()
    expect(text).toContain(`Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`)
    expect(text).toContain('Disallow: /api/')
  })
})

describe('GET /sitemap.xml', () => {
  it('lists public pages only, and an index above the limit of a file', async () => {
    const podcast = await catalog.podcast(host)
    const episode = await catalog.playableEpisode(host, podcast.id)
    const empty = await catalog.podcast(host)
    await catalog.draft(host, empty.id)
    const show = `${PUBLIC_ORIGIN}/listen/${podcast.id}`

    const response = await catalog.as(null).fetch('/sitemap.xml')
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/)
    expect(locations(await response.text())).toEqual([show, `${show}/${episode.id}`])

    const small = { db: catalog.db, publicOrigin: { origin: PUBLIC_ORIGIN, isLocal: false }, productName: 'Griot' }
    const service = await serveForTest(async (verify) =>
      createApp({ routes: sitemapRoutes(small, 1), verify, log: createLog('catalog', 'silent') }),
    )
    const read = async (path: string) => locations(await (await service.as(null).fetch(path)).text())
    const files = await read('/sitemap.xml')
    expect(files).toEqual([1, 2].map((file) => `${PUBLIC_ORIGIN}/sitemap.xml?file=${file}`))
    expect(await read('/sitemap.xml?file=1')).toEqual([show])
    expect(await read('/sitemap.xml?file=2')).toEqual([`${show}/${episode.id}`])
    expect((await service.as(null).fetch('/sitemap.xml?file=3')).status).toBe(404)
    await service.close()
  })
})
