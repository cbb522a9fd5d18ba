import { pathFor } from '@griot/contracts/endpoint'
import { BlockPerson, UnblockPerson } from '@griot/contracts/people'
import { SERVICES, type ServiceName } from '@griot/contracts/services'
import { GetUser } from '@griot/contracts/user'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ADMIN_EMAIL, send, signedIn } from '../testing/admin.ts'
import type { Browser } from '../testing/browser.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

let harness: Harness
let admin: { browser: Browser; id: string }
/** Calls of the gateway after a block or a release. */
let calls: string[]
let broken: ServiceName | undefined

beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: ADMIN_EMAIL, CONTACT_EMAIL: 'help@example.org' })
  admin = await signedIn(harness, ADMIN_EMAIL)
})
afterAll(() => harness.close())
beforeEach(() => {
  calls = []
  broken = undefined
  for (const service of SERVICES) {
    harness.services[service] = async (request, response) => {
      const isCall = request.url === '/api/uploads-of-user' || request.url?.startsWith('/api/host/')
      if (!isCall) return respondJson([])(request, response)
      if (service === broken) return respondJson({}, 503)(request, response)
      const body = Buffer.concat(await request.toArray()).toString()
      calls.push(`${request.method} ${service}${body && ` ${body}`}`)
      return respondJson({})(request, response)
    }
  }
})

const block = (id: string, body: object = { reason: 'Spam', shows: 'hide' }, by = admin.browser) =>
  send(by, 'POST', pathFor(BlockPerson, { params: { id } }), body)
const unblock = (id: string, body: object = { reason: 'Appeal accepted' }) =>
  send(admin.browser, 'POST', pathFor(UnblockPerson, { params: { id } }), body)
const pending = () =>
  harness.db.many(z.object({ left: z.array(z.string()) }), sql`select left_to_do as left from block_delivery`)
const audit = (id: string) =>
  harness.db.many(
    z.object({ action: z.string(), reason: z.string() }),
    sql`select action, reason from audit_entry where subject_id = ${id} order by created_at`,
  )
const statusOf = async (browser: Browser) => (await browser.request(GetUser.path)).status

describe('POST /api/admin/people/{id}/block', () => {
  it('ends all sessions here at once and in other instances, and makes the services follow', async () => {
    const ama = await signedIn(harness, 'ama@example.org')
    const second = await harness.startSecond()
    const elsewhere = second.browser()
    await elsewhere.signIn({ email: 'ama@example.org' })
    expect(await statusOf(elsewhere)).toBe(200)

    const { status, text } = await block(ama.id)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ blockedReason: 'Spam', hidesShows: true, blockedAt: expect.any(String) })
    expect(await statusOf(ama.browser)).toBe(401)
    await expect.poll(() => statusOf(elsewhere)).toBe(401)
    await expect.poll(pending).toEqual([])
    expect(calls.sort()).toEqual(['DELETE media', 'PUT catalog {"isHidden":true,"version":1}'])
    await elsewhere.close()
    await second.close()
  })

  it('refuses sign-ins with the reason and the contact address, until the release', async () => {
    const { id } = await signedIn(harness, 'esi@example.org')
    await block(id, { reason: 'Copied <b>audio</b>', shows: 'keep' })

    const browser = harness.browser()
    const form = await browser.visit('/api/login')
    const page = await browser.visit(form.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ email: 'esi@example.org', firstName: 'Esi', lastName: 'Owusu' }).toString(),
    })
    expect(page.text).toContain('Your account is blocked.')
    expect(page.text).toContain('The reason for the block: Copied &#60;b')
    expect(page.text).toContain('help@example.org')
    expect(await statusOf(browser)).toBe(401)

    expect((await unblock(id)).status).toBe(200)
    expect(await statusOf((await signedIn(harness, 'esi@example.org')).browser)).toBe(200)
    expect((await audit(id)).map(({ action }) => action)).toEqual(['person.blocked', 'person.unblocked'])
  })

  it('changes nothing if it is repeated', async () => {
    const { id } = await signedIn(harness, 'yaa@example.org')
    const first = await block(id)
    const answers = await Promise.all([block(id, { reason: 'Other', shows: 'keep' }), block(id)])
    expect(answers.map(({ text }) => JSON.parse(text))).toEqual([JSON.parse(first.text), JSON.parse(first.text)])
    await unblock(id)
    await unblock(id, { reason: 'Again' })
    expect(await audit(id)).toEqual([
      { action: 'person.blocked', reason: 'Spam' },
      { action: 'person.unblocked', reason: 'Appeal accepted' },
    ])
  })

  it('is refused for oneself, for admins of the configuration, and without a reason or a choice', async () => {
    const other = await signedIn(harness, 'second@example.org')
    await harness.db.run(sql`update user_account set claimed_roles = '{admin}' where id = ${other.id}`)
    await expect.poll(async () => (await other.browser.request('/api/admin/people')).status).toBe(200)

    expect(JSON.parse((await block(admin.id)).text).code).toBe('user.is_caller')
    expect(JSON.parse((await block(admin.id, undefined, other.browser)).text).code).toBe('user.is_admin')
    const invalid = await block(other.id, { reason: ' ', shows: 'burn' })
    expect(JSON.parse(invalid.text).fields).toEqual({
      reason: 'Please give a reason.',
      shows: 'Please choose what happens to the shows.',
    })
    expect(await audit(admin.id)).toEqual([])
  })

  it('ends running uploads and event streams in every instance', async () => {
    const kofi = await signedIn(harness, 'kofi@example.org')
    const second = await harness.startSecond()
    const elsewhere = second.browser()
    await elsewhere.signIn({ email: 'kofi@example.org' })
    harness.services.media = (request, response) => {
      if (request.url === '/api/media/events')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      else respondJson({})(request, response)
    }
    const streams = [kofi.browser, elsewhere].map((browser) =>
      browser.request('/api/media/events').then(
        () => 'complete',
        () => 'ended',
      ),
    )
    await expect.poll(() => harness.received.filter(({ url }) => url === '/api/media/events')).toHaveLength(2)

    await block(kofi.id)
    expect(await Promise.all(streams)).toEqual(['ended', 'ended'])
    await elsewhere.close()
    await second.close()
  })

  it('reaches a service that was unavailable, and then in the newest state', async () => {
    const { id } = await signedIn(harness, 'abena@example.org')
    broken = 'catalog'
    await block(id)
    await expect.poll(pending).toEqual([{ left: ['catalog'] }])
    calls = []

    broken = undefined
    await unblock(id)
    await expect.poll(pending).toEqual([])
    expect(calls).toEqual(['PUT catalog {"isHidden":false,"version":2}'])
  })
})
