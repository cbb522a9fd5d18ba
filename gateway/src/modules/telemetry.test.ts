import type { TelemetryReport } from '@griot/contracts/module-registry'
import { deployBuild, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import {
  builtModule,
  builtShell,
  moduleDocument,
  moduleFiles,
  versionOf,
  writeBuild,
} from '@griot/module-registry/testing/built-module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { readHealth, readLiveVersions } from './reports.queries.ts'

type Event = TelemetryReport['events'][number]

const ADMIN = 'admin@telemetry.example'
const FAILED: Event = { module: 'rewards', version: versionOf(2), kind: 'load_fail', stage: 'entry' }

describe('POST /mfe/v1/telemetry', () => {
  let harness: Harness

  beforeEach(async () => {
    harness = await startHarness({ ADMIN_EMAILS: ADMIN })
    const store = openRegistryStore(harness.modulesDir)
    await publishModule({ dist: await builtShell(harness.modulesDir), store })
    for (const build of [1, 2]) {
      await publishModule({ dist: await builtModule(harness.modulesDir, 'rewards', build), store })
    }
  })
  afterEach(() => harness.close())

  it('counts a user once, for any number of reports', async () => {
    const visitor = harness.browser()
    await signIn(visitor)
    const events = Array.from({ length: 50 }, () => FAILED)

    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => report(visitor, events)))
    }

    expect(await readHealth(harness.db)).toMatchObject([
      { module: 'rewards', version: versionOf(2), sessions: 1, failedSessions: 1 },
    ])
  })

  it('ignores signed-out visitors, unknown versions and invalid reports', async () => {
    const visitor = harness.browser()
    await report(visitor, [FAILED])
    await signIn(visitor)
    await report(visitor, [{ ...FAILED, version: versionOf(9) }])
    const noise = await visitor.request('/mfe/v1/telemetry', { method: 'POST', body: '{"events":[{"kind":"boom"}]}' })
    const flood = await visitor.request('/mfe/v1/telemetry', { method: 'POST', body: 'x'.repeat(9000) })

    expect([noise.status, flood.status]).toEqual([204, 413])
    expect(await readHealth(harness.db)).toEqual([])
  })

  it('counts API faults separately from failures', async () => {
    const visitor = harness.browser()
    await signIn(visitor)
    await report(visitor, [{ ...FAILED, kind: 'api5xx', stage: undefined }])

    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 1, failedSessions: 0, faultySessions: 1 }])
  })

  it('counts a version that blocks the page for two seconds as failed', async () => {
    const visitor = harness.browser()
    await signIn(visitor)
    const blocking = (ms: number): Event => ({ ...FAILED, kind: 'longtask', stage: undefined, ms })
    await report(visitor, [blocking(1999)])
    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 1, failedSessions: 0 }])
    await report(visitor, [blocking(2000)])
    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 1, failedSessions: 1 }])
  })

  it('counts a version that loads and renders nothing as failed and stalled', async () => {
    const visitor = harness.browser()
    await signIn(visitor)
    await report(visitor, [
      { ...FAILED, kind: 'load_ok', stage: undefined },
      { ...FAILED, kind: 'stall', stage: 'stall' },
    ])

    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 1, failedSessions: 1, stalledSessions: 1 }])
  })

  it('stores equal errors as one, with the sources of the stack trace, for admins and the team', async () => {
    const store = openRegistryStore(harness.modulesDir)
    const visitor = harness.browser()
    await signIn(visitor)
    const map = '{"version":3,"sources":["src/chart.tsx"],"names":[],"mappings":"AACE"}'
    const files = { ...moduleFiles('rewards', 2), 'page.js': 'x', 'page.js.map': map }
    const document = { ...moduleDocument('rewards', 3, files), version: '0.2.0-g00000003' }
    await publishModule({ dist: await writeBuild(harness.modulesDir, document, files), store })
    await expect
      .poll(async () => JSON.parse((await visitor.request('/mfe/v1/assignment')).text).modules.rewards?.version)
      .toBe(document.version)
    const detail = (message: string, page: string): Event => ({
      ...{ module: 'rewards', version: document.version, kind: 'detail', message, page, incident: '1ju5ghp' },
      stack: `Error\n  at draw (/m/rewards/${document.version}/page.js:1:9)`,
    })
    await report(visitor, [detail('No points of ama@example.org at 7', '/charts/7')])
    await report(visitor, [detail('No points of kofi@example.org at 8', '/charts/8')])
    const stranger = await visitor.request('/mfe/v1/modules/rewards/errors')
    expect(stranger.status).toBe(403)

    const admin = harness.browser()
    await admin.signIn({ email: ADMIN })
    const { errors } = JSON.parse((await admin.request('/mfe/v1/modules/rewards/errors')).text)
    expect(errors).toMatchObject([
      {
        ...{ version: document.version, occurrences: 2, page: '/charts/8', incident: '1ju5ghp' },
        stack: 'Error\n  at draw (src/chart.tsx:2:3)',
      },
    ])
    expect(errors[0].message).toMatch(/^No points of .* at 7$/)
    expect(errors[0].message).not.toContain('ama@')
    // Not a failure by itself.
    expect(await readHealth(harness.db)).toMatchObject([{ failedSessions: 0 }])
  })

  it.each(['render_loop', 'ended_tab'] as const)('counts %s as a failure', async (kind) => {
    const visitor = harness.browser()
    await signIn(visitor)
    await report(visitor, [{ ...FAILED, kind, stage: undefined }])

    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 1, failedSessions: 1 }])
  })

  it('reads the known events of a newer tab', async () => {
    const visitor = harness.browser()
    await signIn(visitor)
    const events = [{ ...FAILED, kind: 'sings' }, FAILED, { ...FAILED, loudness: 3 }]
    await visitor.request('/mfe/v1/telemetry', { method: 'POST', body: JSON.stringify({ events }) })

    expect(await readHealth(harness.db)).toMatchObject([{ module: 'rewards', failedSessions: 1 }])
  })

  it.each<[string, (visitor: Browser) => unknown]>([
    ['a session that got no page', (visitor) => visitor.cookies.delete('griot_served')],
    [
      'another session than the one that got the page',
      (visitor) => {
        visitor.cookies.delete('griot_session')
        return visitor.signIn()
      },
    ],
    ['a changed list of versions', (visitor) => visitor.cookies.set('griot_served', forgeServed(visitor))],
  ])('does not count a report from %s', async (_, forge) => {
    const visitor = harness.browser()
    await signIn(visitor)
    await forge(visitor)
    await report(visitor, [FAILED])

    expect(await readHealth(harness.db)).toEqual([])
    // The removal of unused versions must not affect a tab that cannot prove its version.
    expect(await readLiveVersions(harness.db)).toEqual([`rewards@${versionOf(2)}`])
  })

  it('does not count a version that the gateway did not send to this user', async () => {
    const visitor = harness.browser()
    await signIn(visitor)
    await deployBuild(await builtModule(harness.modulesDir, 'rewards', 3), openRegistryStore(harness.modulesDir))
    await report(visitor, [{ ...FAILED, version: versionOf(3) }])

    expect(await readHealth(harness.db)).toEqual([])
  })

  /** Signs in and loads a page, which contains version 2. */
  const signIn = async (visitor: Browser) => {
    await visitor.signIn()
    await expect
      .poll(async () => (await visitor.request('/', { headers: { accept: 'text/html' } })).text)
      .toContain(versionOf(2))
  }

  /** The list with another first version, and the signature of the original one. */
  const forgeServed = (visitor: Browser) => {
    const [at = '', names = '', signature = ''] = visitor.cookies.get('griot_served')?.split('.') ?? []
    return [at, `AAAAAAAA${names.slice(8)}`, signature].join('.')
  }

  const report = (visitor: ReturnType<Harness['browser']>, events: Event[]) =>
    visitor.request('/mfe/v1/telemetry', { method: 'POST', body: JSON.stringify({ events }) })
})
