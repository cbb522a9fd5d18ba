import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { ErrorBody } from '@griot/contracts/errors'
import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  DeleteSavedEpisode,
  SaveEpisode,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { SavePlayer } from '@griot/contracts/player'
import { CheckBadges, SendTip } from '@griot/contracts/points'
import { SaveProfile } from '@griot/contracts/profile'
import { MOST_AUDIT_ENTRIES } from '@griot/service-kit/audit/list-audit'
import { person } from '@griot/service-kit/testing/identity'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from './app.ts'
import { createFakeCatalog } from './testing/fake-catalog.ts'
import { createHarness, end, type Harness, start, type TestListener } from './testing/harness.ts'
import { pledges } from './tips/payment-provider.ts'

// Reading the routes does not use the database.
const endpoints = routesOf({
  db: {} as never,
  facts: createFakeCatalog(),
  verifySent: async () => null,
  payments: pledges,
  productName: 'Griot',
}).map(({ endpoint }) => endpoint)
const named = (chosen: readonly Endpoint[]) =>
  chosen.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

let harness: Harness
let ama: TestListener
let kofi: TestListener
/** A valid body and an id of Ama's for every endpoint that takes one. */
let bodies: Map<Endpoint, Record<string, unknown>>
let ids: Map<Endpoint, string>

beforeAll(async () => {
  harness = await createHarness()
  ;[ama, kofi] = [harness.listener(), harness.listener()]
  const episode = harness.catalog.addEpisode()
  const podcast = harness.catalog.addPodcast()
  const ended = await start(ama, episode)
  await end(ama, ended.id)
  const session = await start(ama, harness.catalog.addEpisode())
  const { id: historyId } = await ama.call(CreateHistoryEntry, {
    body: { episodeId: episode.id, podcastId: episode.podcastId, progress: 0, completed: false },
  })
  const favorite = await ama.call(CreateFavorite, { body: { podcastId: podcast.id } })
  const saved = await ama.call(SaveEpisode, { body: { episodeId: episode.id } })

  const claim = { sessionId: session.id, listeningDuration: 1, totalProgress: 1 }
  bodies = new Map<Endpoint, Record<string, unknown>>([
    [StartListening, { userId: ama.id, episodeId: episode.id }],
    [HeartbeatListening, claim],
    [EndListening, { ...claim, completed: false }],
    [
      CreateHistoryEntry,
      {
        userId: ama.id,
        episodeId: episode.id,
        podcastId: episode.podcastId,
        progress: 1,
        completed: false,
        earnedPoints: 1,
      },
    ],
    [UpdateHistoryEntry, { progress: 1, completed: false }],
    [CreateFavorite, { userId: ama.id, podcastId: podcast.id }],
    [SaveEpisode, { userId: ama.id, episodeId: episode.id }],
    [CheckBadges, { action: 'episode_completed', data: { podcastId: podcast.id, episodeId: episode.id } }],
    [SavePlayer, { deviceId: episode.id, ageMs: 0, episodeId: episode.id, isPlaying: false, queue: [episode.id] }],
    [SaveProfile, { displayName: 'Ama', hidePoints: false, shownBadges: [] }],
    [
      SendTip,
      {
        senderId: ama.id,
        receiverId: podcast.hostId,
        podcastId: podcast.id,
        episodeId: null,
        amount: 500,
        pointsEarned: 10,
      },
    ],
  ])
  ids = new Map<Endpoint, string>([
    [UpdateHistoryEntry, historyId],
    [DeleteHistoryEntry, historyId],
    [DeleteFavorite, favorite.id],
    [DeleteSavedEpisode, saved.id],
  ])
})
afterAll(() => harness.close())

const ownPath = (endpoint: Endpoint) => pathFor(endpoint, { params: { id: ids.get(endpoint) ?? 'me' } })

const send = (listener: { fetch: TestListener['fetch'] }, endpoint: Endpoint, path: string, body?: string) =>
  listener.fetch(path, {
    method: endpoint.method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })

const bodyOf = (endpoint: Endpoint) => {
  const body = bodies.get(endpoint)
  return body && JSON.stringify(body)
}

/** A hash of each table. */
const tables = async () => {
  const { rows } = await harness.owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'listening_points' order by 1",
  )
  const prints = rows.map(({ name }) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t)`)
  const { rows: found } = await harness.owner.query(`select ${prints.map((print, at) => `${print} as t${at}`).join()}`)
  return found[0]
}

const expectRefusal = async (response: Response, statuses: readonly number[]) => {
  const text = await response.text()
  expect(statuses, `${response.url} returned ${response.status} ${text}`).toContain(response.status)
  ErrorBody.parse(JSON.parse(text))
}

describe('access', () => {
  it('is declared for every route, and this test has an example of every body', () => {
    expect(endpoints.filter(({ access }) => access === 'admin').map(({ path }) => path)).toEqual([
      '/api/admin/points/unusual',
      '/api/admin/points/:id/hold',
      '/api/admin/points/:id/release',
      // Without a public route: the gateway calls them.
      '/api/overview-part',
      '/api/audit-part',
      '/api/points-of-user/:id',
    ])
    expect(endpoints.filter(({ access }) => !['public', 'user', 'admin'].includes(access))).toEqual([])
    expect(endpoints.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual(['/api/points/rules'])
    for (const endpoint of endpoints) expect(bodies.has(endpoint)).toBe(endpoint.body !== undefined)
  })

  it.each(named(endpoints))('%s: returns 401 without an identity token', async (_, endpoint) => {
    const before = await tables()
    const withoutToken = {
      fetch: (path: string, init?: RequestInit) => fetch(new URL(path, harness.service.url), init),
    }
    await expectRefusal(await send(withoutToken, endpoint, ownPath(endpoint), bodyOf(endpoint)), [401])
    expect(await tables()).toEqual(before)
  })

  it.each(named(endpoints.filter(({ access }) => access === 'user')))(
    '%s: returns 401 to a visitor',
    async (_, endpoint) => {
      const before = await tables()
      await expectRefusal(await send(harness.service.as(null), endpoint, ownPath(endpoint), bodyOf(endpoint)), [401])
      expect(await tables()).toEqual(before)
    },
  )

  it.each(named(endpoints.filter(({ access }) => access === 'admin')))(
    '%s: is refused to a visitor and to a user',
    async (_, endpoint) => {
      const before = await tables()
      const path = endpoint.path.replace(':id', ama.id)
      await expectRefusal(await send(harness.service.as(null), endpoint, path), [401])
      for (const listener of [ama, kofi]) await expectRefusal(await send(listener, endpoint, path), [404])
      expect(await tables()).toEqual(before)
    },
  )

  it.each(named(endpoints.filter(({ path }) => path.startsWith('/api/user/:id'))))(
    '%s: refuses the id of another user',
    async (_, endpoint) => {
      const before = await tables()
      for (const id of [ama.id, crypto.randomUUID(), '0', 'dev-user-123', '%00', '..%2fme']) {
        await expectRefusal(
          await send(kofi, endpoint, endpoint.path.replace(':id', id), bodyOf(endpoint)),
          [400, 403, 404],
        )
      }
      expect(await tables()).toEqual(before)
    },
  )

  it.each(
    named([
      UpdateHistoryEntry,
      DeleteHistoryEntry,
      DeleteFavorite,
      DeleteSavedEpisode,
      HeartbeatListening,
      EndListening,
    ]),
  )('%s: returns 404 for an object of another user', async (_, endpoint) => {
    const before = await tables()
    await expectRefusal(await send(kofi, endpoint, ownPath(endpoint), bodyOf(endpoint)), [404])
    expect(await tables()).toEqual(before)
  })

  it.each(named([StartListening, CreateHistoryEntry, CreateFavorite, SaveEpisode, SendTip]))(
    '%s: returns 403 for another user in the body',
    async (_, endpoint) => {
      const before = await tables()
      await expectRefusal(await send(kofi, endpoint, ownPath(endpoint), bodyOf(endpoint)), [403])
      expect(await tables()).toEqual(before)
    },
  )
})

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    'NaN',
    '0x10',
    -1,
    -0.5,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    true,
    [],
    {},
    [1],
    { $gt: '' },
    '\u0000',
    '\ud800',
    'x'.repeat(100_000),
    '00000000-0000-0000-0000-000000000000',
    "' or 1=1 --",
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

const mutated = (body: Record<string, unknown>) =>
  fc.oneof(
    fc
      .constantFrom(...Object.keys(body))
      .map((name) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))),
    fc.tuple(fc.constantFrom(...Object.keys(body)), junk).map(([name, value]) => ({ ...body, [name]: value })),
    fc
      .tuple(fc.constantFrom('points', 'isAdmin', 'constructor', 'createdAt', 'receipt'), junk)
      .map(([name, value]) => ({
        ...body,
        [name]: value,
      })),
  )

describe('an invalid body', () => {
  it.each(named(endpoints.filter(({ body }) => body !== undefined)))(
    '%s: never causes a 5xx, and changes nothing if it is refused',
    async (_, endpoint) => {
      const body = bodies.get(endpoint) ?? {}
      await fc.assert(
        fc.asyncProperty(mutated(body), async (changed) => {
          const before = await tables()
          const response = await send(ama, endpoint, ownPath(endpoint), JSON.stringify(changed))
          expect(response.status, JSON.stringify(changed).slice(0, 300)).toBeLessThan(500)
          const isWellFormed = endpoint.body?.safeParse(JSON.parse(JSON.stringify(changed))).success
          if (!isWellFormed) expect(response.status, JSON.stringify(changed).slice(0, 300)).toBe(400)
          if (response.ok) return
          await expectRefusal(response, [400, 403, 404, 409, 422])
          expect(await tables()).toEqual(before)
        }),
        { numRuns: 60 },
      )
    },
  )

  it.each(named(endpoints.filter(({ body }) => body !== undefined)))(
    '%s: is refused if it is not a JSON object',
    async (_, endpoint) => {
      const before = await tables()
      const raw = [
        '',
        'null',
        '[]',
        '"text"',
        '1',
        '{',
        '{"a":1e400}',
        '\ufeff{}',
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      ]
      for (const text of raw) {
        await expectRefusal(await send(ama, endpoint, ownPath(endpoint), text), [400])
      }
      await expectRefusal(await send(ama, endpoint, ownPath(endpoint), `{"a":"${'x'.repeat(300_000)}"}`), [413])
      const asText = await ama.fetch(ownPath(endpoint), {
        method: endpoint.method,
        headers: { 'content-type': 'text/plain' },
        body: bodyOf(endpoint) ?? '',
      })
      await expectRefusal(asText, [415])
      expect(await tables()).toEqual(before)
    },
  )
})

describe('an invalid query', () => {
  const time = (text: string) => Buffer.from(JSON.stringify([text, ama.id])).toString('base64url')

  it.each(named(endpoints.filter(({ query }) => query !== undefined)))('%s', async (_, endpoint) => {
    const reader = endpoint.access === 'admin' ? harness.service.as(person({ roles: ['admin'] })) : ama
    const tooMany = (endpoint.path === '/api/audit-part' ? MOST_AUDIT_ENTRIES : 100) + 1
    for (const query of ['limit=0', `limit=${tooMany}`, 'limit=1.5', 'limit=x', 'limit=1&limit=2', 'limit=1e400']) {
      await expectRefusal(await send(reader, endpoint, `${ownPath(endpoint)}?${query}`), [400])
    }
    if (endpoint.query !== undefined && 'cursor' in endpoint.query.shape) {
      const places = ['x', '%00', time('0000-01-01T00:00:00Z'), time('yesterday'), 'x'.repeat(300)]
      for (const place of places) {
        await expectRefusal(await send(reader, endpoint, `${ownPath(endpoint)}?cursor=${place}`), [400])
      }
    }
  })
})
