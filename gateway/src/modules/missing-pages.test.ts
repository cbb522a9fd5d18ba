import type { RequestListener } from 'node:http'
import type { Contributions } from '@griot/contracts/modules'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { builtShell, moduleDocument, moduleFiles, writeBuild } from '@griot/module-registry/testing/built-module'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

const CONTRIBUTES: Contributions = {
  routes: [
    { id: 'listener.episode', path: '/episode/:id', title: 'Episode', skeleton: 'detail' },
    { id: 'listener.podcast', path: '/podcast/:id', title: 'Podcast', skeleton: 'detail' },
  ],
  nav: [],
  slots: [],
  fallback: {},
}

/** A catalog with the episode and the podcast `known`; like the real one, it rejects ids that are malformed. */
const catalog: RequestListener = (request, response) => {
  const id = request.url?.split('/')[3]
  const status = id === 'known' ? 200 : id === 'malformed' ? 400 : 404
  respondJson(status === 200 ? { id } : { code: 'x', message: 'x' }, status)(request, response)
}

describe('the status of a page', () => {
  let harness: Harness
  let signedIn: Browser

  beforeAll(async () => {
    harness = await startHarness()
    const store = openRegistryStore(harness.modulesDir)
    await publishModule({ dist: await builtShell(harness.modulesDir), store })
    const files = moduleFiles('listener', 1)
    const document = moduleDocument('listener', 1, files, { contributes: CONTRIBUTES })
    await publishModule({ dist: await writeBuild(harness.modulesDir, document, files), store })
    signedIn = harness.browser()
    await signedIn.signIn()
    // The gateway polls for versions that another process has published.
    harness.services.catalog = catalog
    await vi.waitUntil(async () => (await statusOf(signedIn, '/podcast/known')) === 200, { timeout: 10_000 })
  })
  afterAll(() => harness.close())

  const statusOf = async (browser: Browser, path: string) =>
    (await browser.request(path, { headers: { accept: 'text/html' } })).status

  it.each([
    ['/preview/token', 'no-referrer', 'noindex'],
    ['/invitation/token', 'no-referrer', 'noindex'],
    ['/discover', 'strict-origin-when-cross-origin', undefined],
  ])('has at %s the referrer policy %s', async (path, referrer, robots) => {
    const { headers } = await signedIn.request(path, { headers: { accept: 'text/html' } })

    expect([headers['referrer-policy'], headers['x-robots-tag']]).toEqual([referrer, robots])
  })

  it.each([
    // Its module is not published: the page is unavailable, but known.
    ['/library', 200],
    ['/Discover/', 200],
    ['/nowhere', 404],
    ['/episode', 404],
    ['/episode/known', 200],
    ['/podcast/known?from=mail', 200],
    ['/episode/unknown', 404],
    ['/Episode/unknown/', 404],
    ['/podcast/unknown', 404],
    ['/podcast/malformed', 404],
  ])('of %s is %i for a signed-in user', async (path, status) => {
    expect(await statusOf(signedIn, path)).toBe(status)
  })

  it.each([
    ['/', 200],
    ['/nowhere', 404],
    ['/episode/unknown', 200],
  ])('of %s is %i for a visitor', async (path, status) => {
    expect(await statusOf(harness.browser(), path)).toBe(status)
  })

  it('is 404 again for a browser that has cached the page', async () => {
    const headers = { accept: 'text/html' }
    const first = await signedIn.request('/nowhere', { headers })
    const again = await signedIn.request('/nowhere', {
      headers: { ...headers, 'if-none-match': String(first.headers.etag) },
    })
    expect([again.status, again.text]).toEqual([404, first.text])
  })

  it('is 200 while the catalog is unavailable', async () => {
    harness.services.catalog = respondJson({ code: 'server.failed', message: 'x' }, 500)
    expect(await statusOf(signedIn, '/episode/unknown')).toBe(200)
    harness.services.catalog = catalog
  })
})
