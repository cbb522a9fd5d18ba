import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { BlockPerson, GetPerson, ListPeople, type Person, PersonDetails, UnblockPerson } from '@griot/contracts/people'
import { SERVICES } from '@griot/contracts/services'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, ageSignIns, send, signedIn } from '../testing/admin.ts'
import type { Browser } from '../testing/browser.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

let harness: Harness
let admin: Browser
let ama: string
let kofi: string

beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: ADMIN_EMAIL })
  ;({ browser: admin } = await signedIn(harness, ADMIN_EMAIL, { firstName: 'Desk', lastName: 'Admin' }))
  ama = (await signedIn(harness, 'ama.mensah@example.org', { firstName: 'Áma', lastName: 'Mensah' })).id
  kofi = (await signedIn(harness, 'kofi@example.net', { firstName: 'Kofi', lastName: 'Boateng' })).id
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.services.media = respondJson([{ userId: ama, storedBytes: 4_000 }])
  harness.services['listening-points'] = (request, response) =>
    respondJson(request.url?.startsWith('/api/audit-part') ? [] : { totalPoints: 12, heldAt: null })(request, response)
  harness.services.catalog = (request, response) =>
    respondJson(request.url?.startsWith('/api/podcasts') ? [{ id: ama, title: 'Harmattan' }] : [])(request, response)
})

const list = async (query: Record<string, unknown>) => {
  const { status, text, headers } = await admin.request(pathFor(ListPeople, { query }))
  expect(status).toBe(200)
  const link = String(headers.link ?? '').match(/<([^>]+)>/)?.[1]
  return { people: ListPeople.response.parse(JSON.parse(text)), link }
}
const found = async (query: Record<string, unknown>) => (await list(query)).people.map(({ id }) => id)

describe('the access to people', () => {
  const endpoints: Endpoint[] = [ListPeople, GetPerson, BlockPerson, UnblockPerson]

  it.each(endpoints)('is for admins with a recent sign-in: $method $path', async (endpoint) => {
    const stranger = await signedIn(harness, 'esi@example.org', { firstName: 'Esi', lastName: 'Owusu' })
    const earlier = await signedIn(harness, 'second@example.org')
    await harness.db.run(sql`update user_account set claimed_roles = '{admin}' where id = ${earlier.id}`)
    await ageSignIns(harness, earlier.id)
    const path = pathFor(endpoint, { params: { id: stranger.id } })
    const call = async (browser: Browser) =>
      (endpoint.method === 'GET' ? await browser.request(path) : await send(browser, 'POST', path)).status

    expect(await call(harness.browser())).toBe(401)
    expect(await call(stranger.browser)).toBe(404)
    await expect.poll(() => call(earlier.browser)).toBe(403)
    expect(await call(admin)).toBe(endpoint.method === 'GET' ? 200 : 400)
    expect((await send(admin, 'PUT', path)).status).toBe(405)
    await harness.db.run(sql`delete from user_account where email in ('esi@example.org', 'second@example.org')`)
  })
})

describe('GET /api/admin/people', () => {
  it('finds users by the start of words of the name and the e-mail, and by the id', async () => {
    expect(await found({ search: 'ama' })).toEqual([ama])
    expect(await found({ search: 'MENS ám' })).toEqual([ama])
    expect(await found({ search: 'kofi@example.net' })).toEqual([kofi])
    expect(await found({ search: kofi })).toEqual([kofi])
    expect(await found({ search: 'ensah' })).toEqual([])
    expect(await found({ search: `'; drop table user_account` })).toEqual([])
  })

  it('fills a page with names that contain accents, without starts inside of words', async () => {
    const names = [
      ['Kọ́lá', 'Adéyẹmí'],
      ['Kola', 'Adeyemi'],
      ['KO\u0301LA', 'Adeyemi-Cole'],
      ['Bakola', 'Adeyemi'],
    ] as const
    const ids = []
    for (const [first, last] of names) {
      ids.push((await signedIn(harness, `${ids.length}@example.com`, { firstName: first, lastName: last })).id)
    }
    const { people, link = '' } = await list({ search: 'kola adeyemi', limit: 2 })
    const { text } = await admin.request(link)
    const all = [...people, ...ListPeople.response.parse(JSON.parse(text))]
    expect(all.map(({ id }) => id)).toEqual(ids.slice(0, 3).reverse())
    await harness.db.run(sql`delete from user_account where id = any(${ids}::uuid[])`)
  })

  it('lists the newest first or the last seen first, page by page', async () => {
    await harness.db.run(sql`
      update user_account set active_at = clock_timestamp() + interval '1 hour' where id = ${ama}
    `)
    expect((await found({ limit: 2 })).slice(0, 2)).toEqual([kofi, ama])
    const first = await list({ limit: 1, sort: 'seen' })
    expect(first.people).toMatchObject([{ id: ama, storedBytes: 4_000, roles: [] }])
    const second = await admin.request(first.link ?? '')
    expect(JSON.parse(second.text)).toMatchObject([{ id: kofi, storedBytes: 0, blockedAt: null }])
    const last = await admin.request(String(second.headers.link).match(/<([^>]+)>/)?.[1] ?? '')
    expect(JSON.parse(last.text)).toMatchObject([{ firstName: 'Desk', roles: ['admin'] }])
    expect(last.headers.link).toBeUndefined()
  })

  it('lists only blocked users on request', async () => {
    expect(await found({ blocked: 'true' })).toEqual([])
    await harness.db.run(sql`update user_account set blocked_at = clock_timestamp() where id = ${kofi}`)
    expect(await found({ blocked: 'true' })).toEqual([kofi])
    await harness.db.run(sql`update user_account set blocked_at = null where id = ${kofi}`)
  })

  it('leaves out the storage while media is unavailable', async () => {
    harness.services.media = respondJson({}, 503)
    const { people } = await list({})
    expect(people.map(({ storedBytes }: Person) => storedBytes)).toEqual([null, null, null])
  })

  it('rejects a cursor of another list', async () => {
    expect((await admin.request(`${ListPeople.path}?cursor=abc`)).status).toBe(400)
  })
})

describe('GET /api/admin/people/{id}', () => {
  const read = async (id: string) => {
    const { text, status } = await admin.request(pathFor(GetPerson, { params: { id } }))
    return status === 200 ? PersonDetails.parse(JSON.parse(text)) : status
  }

  it('returns sign-ins, shows, points and audit entries', async () => {
    expect(await read(ama)).toMatchObject({
      id: ama,
      email: 'ama.mensah@example.org',
      sessionCount: 1,
      sessions: [{ signedInAt: expect.any(String) }],
      blockedReason: null,
      isBlockPending: false,
      podcasts: [{ title: 'Harmattan' }],
      points: { totalPoints: 12, heldAt: null },
    })
  })

  it('returns what is known while services are unavailable', async () => {
    for (const service of SERVICES) harness.services[service] = respondJson({}, 503)
    expect(await read(ama)).toMatchObject({ storedBytes: null, podcasts: null, points: null, auditEntries: null })
  })

  it('returns 404 for an unknown or malformed id', async () => {
    expect(await read('0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11')).toBe(404)
    expect(await read('not-an-id')).toBe(404)
  })
})
