import { randomBytes, randomUUID } from 'node:crypto'
import { AccountExport, DELETE_WORDS } from '@griot/contracts/account'
import { GetUser } from '@griot/contracts/user'
import { sql } from '@griot/service-kit/db'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ServiceName } from '../routes.ts'
import type { Browser } from '../testing/browser.ts'
import { answerJson, type Harness, startHarness } from '../testing/harness.ts'

const NAMES: ServiceName[] = ['catalog', 'listening-points', 'media']
const SHOW = randomUUID()
const SUN = `/api/podcast/${SHOW}/cover/${randomUUID()}/1400`
const GONE = `/api/podcast/${SHOW}/cover/${randomUUID()}/1400`
const sun = randomBytes(100_000)
let harness: Harness
let removed: string[]
let broken: ServiceName | undefined

/** Services that keep a part of everyone, and note who was removed. */
const standIn = (name: ServiceName) => {
  harness.services[name] = async (request, response) => {
    if (name === 'catalog' && request.url === SUN) {
      response.writeHead(200, { 'content-type': 'image/webp' })
      // In pieces that are no whole letters.
      for (let at = 0; at < sun.length; at += 1_001) response.write(sun.subarray(at, at + 1_001))
      return response.end()
    }
    if (name === 'catalog' && request.url === GONE) return answerJson({}, 404)(request, response)
    if (request.url !== '/api/account-part') return answerJson({ totalPoints: 0, level: 1 })(request, response)
    if (name === broken) return answerJson({ code: 'x.y', message: 'Not now.' }, 503)(request, response)
    if (request.method === 'GET') {
      const pictures = [SUN, GONE].map((address) => ({ kind: 'cover', of: SHOW, address }))
      return answerJson({ [name]: [{ of: name }], ...(name === 'catalog' && { pictures }) })(request, response)
    }
    const identity = await harness.verify(String(request.headers[IDENTITY_HEADER]))
    removed.push(`${name} ${identity?.user?.id}`)
    return answerJson({})(request, response)
  }
}

beforeAll(async () => {
  harness = await startHarness()
  for (const name of NAMES) standIn(name)
})
afterAll(() => harness.close())
beforeEach(() => {
  removed = []
  broken = undefined
})

const signedIn = async (email: string) => {
  const browser = harness.browser()
  await browser.signIn({ email })
  return browser
}
const idOf = async (browser: Browser) => JSON.parse((await browser.ask(GetUser.path)).text).id as string
const remove = (browser: Browser, confirmation: unknown = DELETE_WORDS, headers: Record<string, string> = {}) =>
  browser.ask('/api/account', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({ confirmation }),
  })
const accounts = async (email: string) =>
  (await harness.db.many(z.object({ id: z.string() }), sql`select id from user_account where email = ${email}`)).length
const toDo = () =>
  harness.db.many(z.object({ left_to_do: z.array(z.string()) }), sql`select left_to_do from account_deletion`)
const triedLongAgo = () => harness.db.run(sql`update account_deletion set tried_at = now() - interval '1 hour'`)

describe('GET /api/account/export', () => {
  it('is everything that each part keeps, as a file', async () => {
    const ama = await signedIn('ama@example.org')

    const { status, headers, text } = await ama.ask('/api/account/export')

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

  it('is nothing rather than a part of it, and nothing for nobody', async () => {
    const ama = await signedIn('ama@example.org')
    broken = 'media'

    expect((await ama.ask('/api/account/export')).status).toBe(503)
    expect((await harness.browser().ask('/api/account/export')).status).toBe(401)
    expect((await ama.ask('/api/account/export', { method: 'POST' })).status).toBe(405)
  })

  it('is asked of the services by nobody else', async () => {
    const ama = await signedIn('ama@example.org')

    expect((await ama.ask('/api/account-part')).status).toBe(404)
    expect((await ama.ask('/api/account-part', { method: 'DELETE' })).status).toBe(404)
  })
})

describe('DELETE /api/account', () => {
  it('signs out everywhere at once, and has every service remove its part', async () => {
    const here = await signedIn('kofi@example.org')
    const there = await signedIn('kofi@example.org')
    const id = await idOf(here)

    const { status, text } = await remove(here)

    expect(status).toBe(202)
    expect(JSON.parse(text)).toEqual({ deletedAt: expect.any(String) })
    expect(here.cookies.has('griot_session')).toBe(false)
    await expect.poll(async () => (await there.ask(GetUser.path)).status).toBe(401)
    expect(await accounts('kofi@example.org')).toBe(0)
    await expect.poll(toDo).toEqual([])
    expect(removed.sort()).toEqual(NAMES.map((name) => `${name} ${id}`))

    // Who signs in again is somebody new.
    expect(await idOf(await signedIn('kofi@example.org'))).not.toBe(id)
  })

  it.each([
    ['other words', () => remove(signer, 'yes')],
    ['no words', () => remove(signer, null)],
    ['more than the words', () => remove(signer, ['delete my account'])],
  ])('does nothing with %s', async (_, ask) => {
    signer = await signedIn('esi@example.org')
    const { status, text } = await ask()

    expect(status).toBe(400)
    expect(JSON.parse(text).fields.confirmation).toContain(DELETE_WORDS)
    expect(await accounts('esi@example.org')).toBe(1)
  })
  let signer: Browser

  it('does nothing from another site, nor for somebody signed out', async () => {
    const esi = await signedIn('esi@example.org')

    expect((await remove(esi, DELETE_WORDS, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await remove(harness.browser())).status).toBe(401)
    expect(await accounts('esi@example.org')).toBe(1)
  })

  it('goes on where it was when a service was away, or everything was killed', async () => {
    const yaa = await signedIn('yaa@example.org')
    const id = await idOf(yaa)
    broken = 'media'
    expect((await remove(yaa)).status).toBe(202)
    await expect.poll(toDo).toEqual([{ left_to_do: ['media'] }])
    expect(removed.sort()).toEqual([`catalog ${id}`, `listening-points ${id}`])

    // Not again at once: whoever is away has its time.
    broken = undefined
    await harness.gateway.finishDeletions()
    expect(await toDo()).toHaveLength(1)

    await triedLongAgo()
    await Promise.all([harness.gateway.finishDeletions(), harness.gateway.finishDeletions()])
    expect(await toDo()).toEqual([])
    expect(removed.filter((one) => one.startsWith('media'))).toEqual([`media ${id}`])
  })
})
