import { GetOverview, type Overview } from '@griot/contracts/overview'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

const ADMIN = 'boss@example.org'
const PART = '/api/overview-part'
/** A response of the overview is reused for five seconds. */
const CACHED_MS = 5_100

const QUEUE = {
  health: 'ok',
  counts: { waiting: 4, active: 2, retrying: 1, failed: 9, ready: 30 },
  oldestWaiting: '2026-11-26T10:00:00.000Z',
  workers: [
    { id: crypto.randomUUID(), host: 'one', pid: 1, startedAt: '2026-11-26T09:00:00Z', seenAt: '2026-11-26T10:00:00Z' },
  ].map((worker) => ({ ...worker, isAlive: true })),
  rows: [],
}
const STORAGE = {
  files: 12,
  usedBytes: 340_000_000,
  freeBytes: 9_000_000_000,
  leastFreeBytes: 2_000_000_000,
  quotaBytes: 5_000_000_000,
  quotaFiles: 200,
}
const LISTENING = { listens: { now: 120, before: 100 }, listeners: { now: 30, before: 31 } }

let harness: Harness
let admin: Browser
let clock = 0

beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: ADMIN })
  admin = harness.browser()
  await admin.signIn({ email: ADMIN })
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.services.media = (request, response) => {
    const body = request.url?.startsWith(PART) ? { ...STORAGE, isStoreReady: true } : QUEUE
    respondJson(body)(request, response)
  }
  harness.services['listening-points'] = respondJson(LISTENING)
  harness.services.catalog = (request, response) => {
    const body = request.url?.startsWith(PART) ? { notMailed: 3 } : [{}, {}]
    respondJson(body)(request, response)
  }
  // The overview of the test before is too old to be reused.
  clock += CACHED_MS
  const now = performance.now.bind(performance)
  const ahead = clock
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
})
afterEach(() => vi.restoreAllMocks())

const read = async () => {
  const { status, text } = await admin.request(GetOverview.path)
  expect(status).toBe(200)
  return GetOverview.response.parse(JSON.parse(text))
}
const stateOf = ({ processes }: Overview, name: string) => processes.find((process) => process.name === name)?.state

describe('GET /api/admin/overview', () => {
  it('exists for admins with a recent sign-in only', async () => {
    const stranger = harness.browser()
    expect((await stranger.request(GetOverview.path)).status).toBe(401)
    await stranger.signIn({ email: 'ama@example.org' })
    expect((await stranger.request(GetOverview.path)).status).toBe(404)
    expect((await stranger.request(GetOverview.path, { method: 'POST' })).status).toBe(404)

    const early = harness.browser()
    await early.signIn({ email: ADMIN })
    await harness.db.run(sql`
      update browser_session set authenticated_at = clock_timestamp() - interval '13 hours'
      where created_at = (select max(created_at) from browser_session)
    `)
    expect((await early.request(GetOverview.path)).status).toBe(403)

    expect((await admin.request(GetOverview.path)).status).toBe(200)
    expect((await admin.request(GetOverview.path, { method: 'POST' })).status).toBe(405)
  })

  it('gives no user the figures of a service', async () => {
    const path = '/api/overview-part'
    expect((await admin.request(path)).status).toBe(404)
  })

  it('returns the figures of all services', async () => {
    const overview = await read()

    expect(overview.processes.map(({ name, state }) => [name, state])).toEqual(
      ['gateway', 'database', 'catalog', 'listening-points', 'media', 'worker', 'queue', 'store'].map((name) => [
        name,
        'ready',
      ]),
    )
    const { health, oldestWaiting } = QUEUE
    expect(overview).toMatchObject({
      queue: { health, oldestWaiting, inProgress: 7, workers: 1 },
      storage: STORAGE,
      listening: LISTENING,
      reports: { open: 2, isMore: false },
      invitations: { notMailed: 3 },
    })
    const asked = harness.received.filter(({ url }) => url?.startsWith('/api/admin/reports'))
    expect(asked.at(-1)?.url).toBe('/api/admin/reports?state=open&limit=100')
  })

  it('counts sign-ups of the last 24 hours and of the day before', async () => {
    await harness.db.run(sql`
      insert into user_account (issuer, subject, email, email_is_verified, first_name, last_name, created_at)
      select 'https://issuer.example', nr::text, nr || '@example.org', true, 'A', 'B',
        clock_timestamp() - make_interval(hours => nr)
      from generate_series(1, 60) nr
    `)
    const { signUps } = await read()
    // Two accounts have signed in during this test file.
    expect(signUps).toEqual({ now: 23 + 2, before: 24 })
  })

  it('counts failed responses and errors of modules', async () => {
    harness.services.catalog = respondJson({ code: 'internal', message: 'No.', requestId: 'x' }, 500)
    for (let nr = 0; nr < 3; nr += 1) await harness.browser().request('/api/podcasts')
    harness.services.catalog = respondJson([])
    await harness.gateway.storeFailedResponses()
    await harness.gateway.storeFailedResponses()
    await harness.db.run(sql`
      insert into response_error (hour, responses)
      values (clock_timestamp() - interval '30 hours', 8), (clock_timestamp() - interval '3 days', 50)
    `)
    await harness.db.run(sql`
      insert into module_error (module, version, fingerprint, message, page, last_at)
      values ('probe', '1.0.0', 'a', 'Broken', '/', clock_timestamp()),
        ('probe', '1.0.0', 'b', 'Old', '/', clock_timestamp() - interval '25 hours')
    `)

    expect((await read()).errors).toEqual({ responses: { now: 3, before: 8 }, moduleErrors: 1 })
  })

  it('counts at most 100 reports', async () => {
    harness.services.catalog = respondJson(Array(100).fill({}))
    expect((await read()).reports).toEqual({ open: 100, isMore: true })
  })

  it('returns no reports and no invitations if the catalog service has none', async () => {
    harness.services.catalog = respondJson({ code: 'page.not_found', message: 'No.', requestId: 'x' }, 404)
    const { reports, invitations } = await read()
    expect([reports, invitations]).toEqual([undefined, undefined])
  })

  it('returns null for reports if the catalog service fails', async () => {
    harness.services.catalog = respondJson({ code: 'internal', message: 'No.', requestId: 'x' }, 500)
    expect((await read()).reports).toBeNull()
  })

  it('shows that the object store is down and the queue is paused', async () => {
    harness.services.media = (request, response) => {
      const isPart = request.url?.startsWith(PART)
      respondJson(isPart ? { ...STORAGE, isStoreReady: false } : { ...QUEUE, health: 'paused', workers: [] })(
        request,
        response,
      )
    }
    const overview = await read()
    expect(['store', 'queue', 'worker'].map((name) => stateOf(overview, name))).toEqual(['down', 'paused', 'down'])
  })

  it('shows a service that is down, or that does not respond, and the figures of the others', async () => {
    harness.services.media = (request) => void request.resume()
    harness.services['listening-points'] = respondJson({}, 404)
    const overview = await read()

    expect(stateOf(overview, 'media')).toBe('down')
    expect(['worker', 'queue', 'store'].map((name) => stateOf(overview, name))).toEqual(Array(3).fill('unknown'))
    expect(overview).toMatchObject({ queue: null, storage: null, listening: null, signUps: { before: 24 } })
    expect(stateOf(overview, 'catalog')).toBe('ready')
  })

  it('reads the services once for several requests within five seconds', async () => {
    harness.received.length = 0
    await Promise.all([read(), read(), read()])
    expect(harness.received.filter(({ url }) => url?.startsWith(PART))).toHaveLength(3)
  })
})
