import {
  CreatePrivateFeed,
  ListPrivateFeeds,
  MAX_PRIVATE_FEEDS,
  RevokePrivateFeed,
} from '@griot/contracts/catalog/private-feeds'
import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { SetHostVisibility } from '@griot/service-kit/account/admin-calls'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashOfToken } from '../members/tokens.ts'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { CALLERS, createTeam } from '../testing/team.ts'
import { findPrivateFeed } from './private-feeds.queries.ts'

let catalog: TestCatalog
let ama: Person
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())
beforeEach(() => {
  ama = person()
})

const create = (user: Person, podcastId: string, name = 'Ama’s phone') =>
  catalog.as(user).call(CreatePrivateFeed, { params: { id: podcastId }, body: { name } })
const list = (user: Person) => catalog.as(user).call(ListPrivateFeeds, {})
const tokenIn = (feedPath: string) => /^\/feeds\/[0-9a-f-]{36}\/private\/([\w-]+)\.xml$/.exec(feedPath)?.[1] ?? ''
const find = (feedPath: string) => findPrivateFeed(catalog.db, hashOfToken(tokenIn(feedPath)))

// The statuses in the order of CALLERS. The show has no published episode, so that only its members and admins see it.
const MATRIX: [Endpoint, number[]][] = [
  [CreatePrivateFeed, [401, 404, 201, 201, 201, 201, 201]],
  [ListPrivateFeeds, [401, 200, 200, 200, 200, 200, 200]],
  // The feed belongs to the analyst.
  [RevokePrivateFeed, [401, 404, 200, 404, 404, 404, 404]],
]

describe.each(MATRIX)('$method $path', (endpoint, statuses) => {
  it.each(CALLERS.map((caller, at) => [caller, statuses[at]] as const))('returns to %s %i', async (caller, status) => {
    const { callers, podcast, analyst } = await createTeam(catalog)
    const feed = await create(analyst, podcast.id)

    const id = endpoint === RevokePrivateFeed ? feed.id : podcast.id
    const response = await catalog.as(callers[caller]).fetch(pathFor(endpoint, { params: { id } }), {
      method: endpoint.method,
      ...(endpoint === CreatePrivateFeed && {
        body: JSON.stringify({ name: 'Car' }),
        headers: { 'content-type': 'application/json' },
      }),
    })

    expect(response.status).toBe(status)
    await response.body?.cancel()
  })
})

describe('a private feed', () => {
  it('belongs to its listener, and the database does not contain its token', async () => {
    const show = await catalog.listedPodcast()
    const { feedPath, ...feed } = await create(ama, show.id)
    await create(person(), show.id)

    expect(feed).toMatchObject({ name: 'Ama’s phone', podcastId: show.id, podcastTitle: show.title })
    expect(await list(ama)).toEqual([feed])
    const token = tokenIn(feedPath)
    expect(Buffer.from(token, 'base64url')).toHaveLength(20)
    expect(await find(feedPath)).toEqual({ podcastId: show.id })
    const { rows } = await catalog.db.pool.query('select row_to_json(f)::text as text from private_feed f')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await catalog.as(ama).call(ReadAccountPart, {})).toMatchObject({
      privateFeeds: [{ podcast_id: show.id, name: 'Ama’s phone' }],
    })
  })

  it('is refused without a name, and beyond the limit of parallel requests', async () => {
    const show = await catalog.listedPodcast()
    await expect(create(ama, show.id, ' ')).rejects.toMatchObject({ status: 400 })

    const all = await Promise.allSettled(Array.from({ length: MAX_PRIVATE_FEEDS + 2 }, () => create(ama, show.id)))

    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_PRIVATE_FEEDS)
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'private_feed.too_many' },
    })
  })

  it('is no longer found after it was revoked', async () => {
    const show = await catalog.listedPodcast()
    const { id, feedPath } = await create(ama, show.id)
    await catalog.as(ama).call(RevokePrivateFeed, { params: { id } })

    expect(await find(feedPath)).toBeUndefined()
    expect(await list(ama)).toEqual([])
  })

  it('is revoked by the block of its listener, who cannot create another', async () => {
    const show = await catalog.listedPodcast()
    const { feedPath } = await create(ama, show.id)
    const block = { params: { id: ama.id }, body: { isHidden: true, version: 1 } }
    await catalog.as(ama).call(SetHostVisibility, block)

    expect(await find(feedPath)).toBeUndefined()
    await expect(create(ama, show.id)).rejects.toMatchObject({ status: 401 })
  })

  it('is revoked by the deletion of the account', async () => {
    const show = await catalog.listedPodcast()
    const { feedPath } = await create(ama, show.id)
    await catalog.as(ama).call(RemoveAccountPart, {})

    expect(await find(feedPath)).toBeUndefined()
  })
})
