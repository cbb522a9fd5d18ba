import { CONTAINERS } from '@griot/contracts/modules'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import {
  moduleDocument,
  moduleFiles,
  shellDocument,
  shellFiles,
  versionOf,
  writeBuild,
} from '@griot/module-registry/testing/built-module'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { createToken } from './authenticate-caller.ts'

const MAP = '{"version":3,"sources":["mfe-rewards/src/module.tsx"],"names":[],"mappings":"AAAA"}'
const OF_MODULE = [
  `/m/rewards/${versionOf(1)}/remoteEntry.js.map`,
  `/m/rewards/${versionOf(1)}~3/remoteEntry.js.map`,
  `/m/shell/${versionOf(1)}/assets/main.123.js.map`,
]
const ALL = [...OF_MODULE, '/assets/main.123.js.map']

describe('source maps', () => {
  let harness: Harness

  beforeAll(async () => {
    harness = await startHarness({ ADMIN_EMAILS: 'root@example.org' })
    const publish = async (...[document, files]: [Parameters<typeof writeBuild>[1], Record<string, string>]) =>
      publishModule({
        dist: await writeBuild(harness.modulesDir, document, files),
        store: openRegistryStore(harness.modulesDir),
      })
    const files = { ...shellFiles(), 'assets/main.123.js.map': MAP }
    await publish(shellDocument(1, files), files)
    const preload = { default: [] }
    const own = { ...moduleFiles('rewards', 1), 'remoteEntry.js.map': MAP }
    await publish(moduleDocument('rewards', 1, own, { preload }), own)
    const watched = { ...moduleFiles('studio', 1), 'remoteEntry.js.map': MAP }
    const built = { mf: CONTAINERS, rspack: '2.3.2', watcher: '00000001' }
    await publish(moduleDocument('studio', 1, watched, { preload, built }), watched)
    const out = harness.browser()
    await vi.waitUntil(async () => (await out.request('/assets/main.123.js')).status === 200, { timeout: 30_000 })
  })
  afterAll(() => harness.close())

  const signedIn = async (email: string) => {
    const browser = harness.browser('localhost')
    await browser.signIn({ email })
    return browser
  }

  /** The response without its request id. */
  const responseTo = async (browser: Browser, place: string, headers: Record<string, string> = {}) => {
    const response = await browser.request(place, { headers })
    const { requestId: _, ...body } = JSON.parse(response.text) as { requestId: string }
    return [response.status, response.headers['content-type'], response.headers['cache-control'], body]
  }

  it.each(ALL)('are not found by signed-out visitors, listeners and unknown tokens: %s', async (place) => {
    const out = harness.browser()
    const unknown = await responseTo(out, place.replace('.js.map', '.js.mop'))

    expect(unknown[0]).toBe(404)
    expect(await responseTo(out, place)).toEqual(unknown)
    expect(await responseTo(out, place, { accept: 'text/html' })).toEqual(unknown)
    expect(await responseTo(out, place, { authorization: `Bearer mfe_${'a'.repeat(43)}` })).toEqual(unknown)
    expect(await responseTo(await signedIn('kofi@example.org'), place)).toEqual(unknown)
  })

  it.each(ALL)('are sent to admins and not cached: %s', async (place) => {
    const admin = await signedIn('root@example.org')
    const response = await admin.request(place)

    expect([response.status, response.text]).toEqual([200, MAP])
    expect(response.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://evil.example' }
    expect((await admin.request(place, { headers: foreign })).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('are sent to a team with its token', async () => {
    const input = {
      module: 'rewards',
      label: 'rewards team',
      scopes: ['deploy' as const],
      days: 1,
      createdBy: 'the test',
    }
    const { token } = await createToken(harness.db, input)

    for (const place of OF_MODULE) {
      const response = await harness.browser().request(place, { headers: { authorization: `Bearer ${token}` } })
      expect([response.status, response.text]).toEqual([200, MAP])
    }
  })

  it('are public for a development build', async () => {
    const response = await harness.browser().request(`/m/studio/${versionOf(1)}/remoteEntry.js.map`)

    expect([response.status, response.text]).toEqual([200, MAP])
  })
})
