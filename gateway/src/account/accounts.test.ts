import { randomBytes, randomUUID } from 'node:crypto'
import { AccountExport, DELETE_WORDS } from '@griot/contracts/account'
import { SERVICES, type ServiceName } from '@griot/contracts/services'
import { GetUser } from '@griot/contracts/user'
import { sql } from '@griot/service-kit/db/db'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Browser } from '../testing/browser.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

const SHOW = randomUUID()
const SUN = `/api/podcast/${SHOW}/cover/${randomUUID()}/1400`
const GONE = `/api/podcast/${SHOW}/cover/${randomUUID()}/1400`
const sun = randomBytes(100_000)
let harness: Harness
let removed: string[]
let broken: ServiceName | undefined
let refused: ServiceName[]

/** Starts a service that stores a part of each account and records removals. */
const fakeService = (name: ServiceName) => {
  harness.services[name] = async (request, response) => {
    if (name === 'catalog' && request.url === SUN) {
      response.writeHead(200, { 'content-type': 'image/webp' })
      // In chunks that are not a multiple of three bytes.
      for (let at = 0; at < sun.length; at += 1_001) response.write(sun.subarray(at, at + 1_001))
      return response.end()
    }
    if (name === 'catalog' && request.url === GONE) return respondJson({}, 404)(request, response)
    if (request.url !== '/api/account-part') return respondJson({ totalPoints: 0, level: 1 })(request, response)
    if (name === broken) {
      refused.push(name)
      return respondJson({ code: 'x.y', message: 'Not now.' }, 503)(request, response)
    }
    if (request.method === 'GET') {
      const pictures = [SUN, GONE].map((address) => ({ kind: 'cover', of: SHOW, address }))
      return respondJson({ [name]: [{ of: name }], ...(name === 'catalog' && { pictures }) })(request, response)
    }
    const identity = await harness.verify(String(request.headers[IDENTITY_HEADER]))
    removed.push(`${name} ${identity?.user?.id}`)
    return respondJson({})(request, response)
  }
}

beforeAll(async () => {
  harness = await startHarness()
  for (const name of SERVICES) fakeService(name)
})
afterAll(() => harness.close())
beforeEach(() => {
  removed = []
  refused = []
  broken = undefined
})

const signedIn = async (email: string) => {
  const browser = harness.browser()
  await browser.signIn({ email })
  return browser
}
const idOf = async (browser: Browser) => JSON.parse((await browser.request(GetUser.path)).text).id as string
const remove = (browser: Browser, confirmation: unknown = DELETE_WORDS, headers: Record<string, string> = {}) =>
  browser.request('/api/account', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({ confirmation }),
  })
const accounts = async (email: string) =>
  (await harness.db.many(z.object({ id: z.string() }), sql`select id from user_account where email = ${email}`)).length
const pending = () =>
  harness.db.many(z.object({ left_to_do: z.array(z.string()) }), sql`select left_to_do from account_deletion`)
const expireRetryDelay = () => harness.db.run(sql`update account_deletion set tried_at = now() - interval '1 hour'`)

describe('GET /api/account/export', () => {
  it('sends the parts of all services as one file', async () => {
    const ama = await signedIn('ama@example.org')

    const { status, headers, text } = await ama.request('/api/account/export')

    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="my-account.json"')
    expect(headers['cache-control']).toBe('no-store')
    expect(AccountExport.parse(JSON.parse(text))).toMatchObject({
      pictures: [
        { kind: 'cover', of: SHOW, picture: `data:image/webp;base64,${sun.toString('base64')}` },
        { kind: 'cover', of: SHOW, picture: null },
      ],
      account: { email: 'ama@example.org', firstName: 'Ama', signedInBrowsers: 1 },
      catalog: { catalog: [{ of: 'catalog' }] },
      listening: { 'listening-points': [{ of: 'listening-points' }] },
      media: { media: [{ of: 'media' }] },
    })
  })

  it('fails if one part is missing, and requires a session', async () => {
    const ama = await signedIn('ama@example.org')
    broken = 'media'

    expect((await ama.request('/api/account/export')).status).toBe(503)
    expect((await harness.browser().request('/api/account/export')).status).toBe(401)
    expect((await ama.request('/api/account/export', { method: 'POST' })).status).toBe(405)
  })

  it('does not expose the endpoint of the services', async () => {
    const ama = await signedIn('ama@example.org')

    expect((await ama.request('/api/account-part')).status).toBe(404)
    expect((await ama.request('/api/account-part', { method: 'DELETE' })).status).toBe(404)
  })
})

describe('DELETE /api/account', () => {
  it('ends all sessions at once, and makes every service remove its part', async () => {
    const here = await signedIn('kofi@example.org')
    const there = await signedIn('kofi@example.org')
    const id = await idOf(here)

    const { status, text } = await remove(here)

    expect(status).toBe(202)
    expect(JSON.parse(text)).toEqual({ deletedAt: expect.any(String) })
    expect(here.cookies.has('griot_session')).toBe(false)
    await expect.poll(async () => (await there.request(GetUser.path)).status).toBe(401)
    expect(await accounts('kofi@example.org')).toBe(0)
    await expect.poll(pending).toEqual([])
    expect(removed.sort()).toEqual(SERVICES.map((name) => `${name} ${id}`))

    // The next sign-in creates a new account.
    expect(await idOf(await signedIn('kofi@example.org'))).not.toBe(id)
  })

  it.each([
    ['other words', () => remove(signer, 'yes')],
    ['no words', () => remove(signer, null)],
    ['a list of the words', () => remove(signer, ['delete my account'])],
  ])('rejects %s', async (_, ask) => {
    signer = await signedIn('esi@example.org')
    const { status, text } = await ask()

    expect(status).toBe(400)
    expect(JSON.parse(text).fields.confirmation).toContain(DELETE_WORDS)
    expect(await accounts('esi@example.org')).toBe(1)
  })
  let signer: Browser

  it('rejects requests of another site and requests without a session', async () => {
    const esi = await signedIn('esi@example.org')

    expect((await remove(esi, DELETE_WORDS, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await remove(harness.browser())).status).toBe(401)
    expect(await accounts('esi@example.org')).toBe(1)
  })

  it('continues after a service was unavailable or the gateway was killed', async () => {
    const yaa = await signedIn('yaa@example.org')
    const id = await idOf(yaa)
    broken = 'media'
    expect((await remove(yaa)).status).toBe(202)
    await expect.poll(() => refused).toEqual(['media'])
    expect(await pending()).toEqual([{ left_to_do: ['media'] }])
    expect(removed.sort()).toEqual([`catalog ${id}`, `listening-points ${id}`])

    // The next attempt waits for the retry delay.
    broken = undefined
    await harness.gateway.finishDeletions()
    expect(await pending()).toHaveLength(1)

    await expireRetryDelay()
    await Promise.all([harness.gateway.finishDeletions(), harness.gateway.finishDeletions()])
    expect(await pending()).toEqual([])
    expect(removed.filter((entry) => entry.startsWith('media'))).toEqual([`media ${id}`])
  })
})
