import { DELETE_WORDS, DeleteAccount } from '@griot/contracts/account'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

const ADMIN = 'root@example.org'
const PAGE_LOAD = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

let harness: Harness
let browser: Browser

beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: ADMIN })
})
afterAll(() => harness.close())
beforeEach(() => {
  browser = harness.browser()
  harness.received.length = 0
})

/** Signs in and moves the sign-in into the past. */
const givenSignIn = async (email: string, hours: number) => {
  await browser.signIn({ email })
  await harness.db.run(sql`
    update browser_session set authenticated_at = clock_timestamp() - make_interval(hours => ${hours})
    from user_account where user_account.id = user_id and email = ${email}
  `)
}

const codeOf = (text: string) => (JSON.parse(text) as { code?: string }).code

const deletion = {
  method: DeleteAccount.method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ confirmation: DELETE_WORDS }),
}

describe('a sign-in that is older than 12 hours', () => {
  it.each(['/api/admin/queue', '/api/admin/queue/board', '/mfe/', '/mfe/v1/status', '/mfe/v1/tokens'])(
    'gives an admin 403 for %s',
    async (path) => {
      await givenSignIn(ADMIN, 13)
      const { status, text } = await browser.request(path)
      expect([status, codeOf(text)]).toEqual([403, 'sign_in.too_old'])
    },
  )

  it('does not let an admin read the metrics', async () => {
    await givenSignIn(ADMIN, 11)
    expect((await browser.request('/metrics')).status).toBe(200)

    browser = harness.browser()
    await givenSignIn(ADMIN, 13)
    expect((await browser.request('/metrics')).status).toBe(404)
  })

  it('gives an admin the rights of any user, and keeps the role on the page', async () => {
    await givenSignIn(ADMIN, 13)
    expect((await browser.request('/api/user/me/media')).status).toBe(200)
    const token = String(harness.received.at(-1)?.headers['x-griot-identity'])
    expect((await harness.verify(token))?.user).toMatchObject({ email: ADMIN, isAdmin: false })
    expect(JSON.parse((await browser.request('/api/auth/user')).text).roles).toEqual(['admin'])
  })

  it('does not limit a creator', async () => {
    await givenSignIn('ama@example.org', 13)
    expect((await browser.request('/api/admin/queue')).status).toBe(200)
    expect((await browser.request('/api/user/me/media')).status).toBe(200)
  })

  it('does not let a user delete the account', async () => {
    await givenSignIn('ama@example.org', 13)
    const { status, text } = await browser.request(DeleteAccount.path, deletion)
    expect([status, codeOf(text)]).toEqual([403, 'sign_in.too_old'])
    expect((await browser.request('/api/auth/user')).status).toBe(200)
  })

  it('counts from the creation of a session of the previous release', async () => {
    await givenSignIn('ama@example.org', 1)
    await harness.db.run(sql`
      update browser_session set authenticated_at = null, created_at = clock_timestamp() - interval '13 hours'
    `)
    expect((await browser.request(DeleteAccount.path, deletion)).status).toBe(403)
  })

  it('is shown as a page with a link that signs in again and returns', async () => {
    await givenSignIn(ADMIN, 13)
    const page = await browser.request('/mfe/', { headers: PAGE_LOAD })
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('Sign In Again') })
    expect(page.text).toContain('href="/api/login?again=1&amp;returnTo=%2Fmfe%2F"')
  })
})

describe('GET /api/login?again=1', () => {
  it('shows the form again after 12 hours, and opens a session with all rights', async () => {
    await givenSignIn(ADMIN, 13)
    const begun = await browser.request('/api/login?again=1&returnTo=/readyz')
    const { searchParams } = new URL(begun.headers.location ?? '')
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '600'])

    const page = await browser.visit('/api/login?again=1&returnTo=/readyz')
    const arrived = await browser.visit(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: ADMIN, firstName: 'Ama', lastName: 'Mensah' }).toString(),
    })
    expect(arrived.url.pathname).toBe('/readyz')
    expect((await browser.request('/api/admin/queue')).status).toBe(200)
  })

  it('returns at once while the sign-in is recent', async () => {
    await givenSignIn(ADMIN, 11)
    const response = await browser.request('/api/login?again=1&returnTo=/library')
    expect(response).toMatchObject({ status: 303, headers: { location: '/library' } })
  })
})
