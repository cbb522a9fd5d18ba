import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { ErrorBody } from '@griot/contracts/errors'
import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { CheckBadges, SendTip } from '@griot/contracts/points'
import { SaveProfile } from '@griot/contracts/profile'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from './app.ts'
import { createCatalogue } from './testing/catalogue.ts'
import { end, type Guest, type House, openHouse, start } from './testing/house.ts'
import { pledges } from './tips/pledges.ts'

// The table of routes needs no database to be read.
const endpoints = routesOf({ db: {} as never, facts: createCatalogue(), payments: pledges, productName: 'Griot' }).map(
  ({ endpoint }) => endpoint,
)
const named = (chosen: readonly Endpoint[]) =>
  chosen.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

let house: House
let ama: Guest
let kofi: Guest
/** A body that is right, and an id that is Ama's, for every endpoint that takes one. */
let bodies: Map<Endpoint, Record<string, unknown>>
let ids: Map<Endpoint, string>

beforeAll(async () => {
  house = await openHouse()
  ;[ama, kofi] = [house.guest(), house.guest()]
  const episode = house.catalogue.addEpisode()
  const podcast = house.catalogue.addPodcast()
  const ended = await start(ama, episode)
  await end(ama, ended.id)
  const session = await start(ama, house.catalogue.addEpisode())
  const { id: historyId } = await ama.call(CreateHistoryEntry, {
    body: { episodeId: episode.id, podcastId: episode.podcastId, progress: 0, completed: false },
  })
  const favorite = await ama.call(CreateFavorite, { body: { podcastId: podcast.id } })

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
    [CheckBadges, { action: 'episode_completed', data: { podcastId: podcast.id, episodeId: episode.id } }],
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
  ])
})
afterAll(() => house.close())

/** The caller's own of whatever the path is about. */
const ownPath = (endpoint: Endpoint) => pathFor(endpoint, { params: { id: ids.get(endpoint) ?? 'me' } })

const send = (guest: { fetch: Guest['fetch'] }, endpoint: Endpoint, path: string, body?: string) =>
  guest.fetch(path, {
    method: endpoint.method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })

const bodyOf = (endpoint: Endpoint) => {
  const body = bodies.get(endpoint)
  return body && JSON.stringify(body)
}

/** A fingerprint of every row there is. */
const tables = async () => {
  const { rows } = await house.owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'listening_points' order by 1",
  )
  const prints = rows.map(({ name }) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t)`)
  const { rows: found } = await house.owner.query(`select ${prints.map((print, at) => `${print} as t${at}`).join()}`)
  return found[0]
}

const expectRefusal = async (answer: Response, statuses: readonly number[]) => {
  const text = await answer.text()
  expect(statuses, `${answer.url} answered ${answer.status} ${text}`).toContain(answer.status)
  ErrorBody.parse(JSON.parse(text))
}

describe('who may call', () => {
  it('is declared for every route, and every body has an example here', () => {
    expect(endpoints.filter(({ access }) => !['public', 'user'].includes(access))).toEqual([])
    expect(endpoints.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual(['/api/points/rules'])
    for (const endpoint of endpoints) expect(bodies.has(endpoint)).toBe(endpoint.body !== undefined)
  })

  it.each(named(endpoints))('%s: nobody without the gateway', async (_, endpoint) => {
    const before = await tables()
    const stranger = { fetch: (path: string, init?: RequestInit) => fetch(new URL(path, house.service.url), init) }
    await expectRefusal(await send(stranger, endpoint, ownPath(endpoint), bodyOf(endpoint)), [401])
    expect(await tables()).toEqual(before)
  })

  it.each(named(endpoints.filter(({ access }) => access === 'user')))('%s: nobody signed out', async (_, endpoint) => {
    const before = await tables()
    await expectRefusal(await send(house.service.as(null), endpoint, ownPath(endpoint), bodyOf(endpoint)), [401])
    expect(await tables()).toEqual(before)
  })

  it.each(named(endpoints.filter(({ path }) => path.startsWith('/api/user/:id'))))(
    '%s: nobody but oneself',
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

  it.each(named([UpdateHistoryEntry, DeleteHistoryEntry, DeleteFavorite, HeartbeatListening, EndListening]))(
    '%s: does not know what is somebody else’s',
    async (_, endpoint) => {
      const before = await tables()
      await expectRefusal(await send(kofi, endpoint, ownPath(endpoint), bodyOf(endpoint)), [404])
      expect(await tables()).toEqual(before)
    },
  )

  it.each(named([StartListening, CreateHistoryEntry, CreateFavorite, SendTip]))(
    '%s: not in the name of somebody else',
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

describe('a body that is not right', () => {
  it.each(named(endpoints.filter(({ body }) => body !== undefined)))(
    '%s: changing any one thing is refused or harmless, and a refusal changes nothing',
    async (_, endpoint) => {
      const body = bodies.get(endpoint) ?? {}
      await fc.assert(
        fc.asyncProperty(mutated(body), async (changed) => {
          const before = await tables()
          const answer = await send(ama, endpoint, ownPath(endpoint), JSON.stringify(changed))
          expect(answer.status, JSON.stringify(changed).slice(0, 300)).toBeLessThan(500)
          const isWellFormed = endpoint.body?.safeParse(JSON.parse(JSON.stringify(changed))).success
          if (!isWellFormed) expect(answer.status, JSON.stringify(changed).slice(0, 300)).toBe(400)
          if (answer.ok) return
          await expectRefusal(answer, [400, 403, 404, 409, 422])
          expect(await tables()).toEqual(before)
        }),
        { numRuns: 60 },
      )
    },
  )

  it.each(named(endpoints.filter(({ body }) => body !== undefined)))(
    '%s: neither is what is no JSON object',
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

describe('a query that is not right', () => {
  const time = (text: string) => Buffer.from(JSON.stringify([text, ama.id])).toString('base64url')

  it.each(named(endpoints.filter(({ query }) => query !== undefined)))('%s', async (_, endpoint) => {
    for (const query of ['limit=0', 'limit=101', 'limit=1.5', 'limit=x', 'limit=1&limit=2', 'limit=1e400']) {
      await expectRefusal(await send(ama, endpoint, `${ownPath(endpoint)}?${query}`), [400])
    }
    if (endpoint.query !== undefined && 'cursor' in endpoint.query.shape) {
      const places = ['x', '%00', time('0000-01-01T00:00:00Z'), time('yesterday'), 'x'.repeat(300)]
      for (const place of places) {
        await expectRefusal(await send(ama, endpoint, `${ownPath(endpoint)}?cursor=${place}`), [400])
      }
    }
  })
})
