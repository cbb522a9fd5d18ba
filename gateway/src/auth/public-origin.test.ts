import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrowserRequest } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

/** Accepted with the embedded provider; any other name requires an external issuer. */
const ORIGIN = 'https://localhost'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ PUBLIC_ORIGIN: ORIGIN })
})
afterAll(() => harness.close())

/** Sends requests as a proxy that terminates TLS. */
const through =
  (browser: ReturnType<Harness['browser']>) =>
  (path: string, options: BrowserRequest = {}) => {
    const target = new URL(path, ORIGIN)
    expect(target.origin).toBe(ORIGIN)
    return browser.request(target.pathname + target.search, {
      ...options,
      headers: { host: 'localhost', ...options.headers },
    })
  }

describe('with a public origin', () => {
  it('users sign in there, and the cookie is limited to that host over https', async () => {
    const browser = harness.browser()
    const request = through(browser)
    const provider = await request((await request('/api/login')).headers.location ?? '')
    const page = provider.headers.location ?? ''
    const posted = await request(page, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN },
      body: 'email=ama%40example.org&firstName=Ama&lastName=Mensah',
    })
    const finished = await request((await request(posted.headers.location ?? '')).headers.location ?? '')

    expect(finished.status).toBe(303)
    expect([finished.headers['set-cookie']].flat().join()).toMatch(
      /^__Host-griot_session=[\w-]{43}; Path=\/;.*; Secure$/,
    )
    expect((await request('/api/auth/user')).status).toBe(200)
    expect(finished.headers['strict-transport-security']).toBeDefined()
  })

  it('requests for any other host are rejected', async () => {
    expect((await harness.browser().request('/api/podcasts')).status).toBe(400)
    expect((await through(harness.browser())('/api/podcasts')).status).toBe(200)
  })
})
