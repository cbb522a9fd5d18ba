import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ask } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

/** One that the embedded provider serves; any other name needs an issuer with passwords. */
const ORIGIN = 'https://localhost'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ PUBLIC_ORIGIN: ORIGIN })
})
afterAll(() => harness.close())

/** Comes through a proxy that speaks https to the world and http to us. */
const through =
  (browser: ReturnType<Harness['browser']>) =>
  (path: string, ask: Ask = {}) => {
    const target = new URL(path, ORIGIN)
    expect(target.origin).toBe(ORIGIN)
    return browser.ask(target.pathname + target.search, { ...ask, headers: { host: 'localhost', ...ask.headers } })
  }

describe('with a public origin', () => {
  it('people sign in there, and the cookie is for that host over https alone', async () => {
    const browser = harness.browser()
    const ask = through(browser)
    const provider = await ask((await ask('/api/login')).headers.location ?? '')
    const page = provider.headers.location ?? ''
    const posted = await ask(page, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN },
      body: 'email=ama%40example.org&firstName=Ama&lastName=Mensah',
    })
    const finished = await ask((await ask(posted.headers.location ?? '')).headers.location ?? '')

    expect(finished.status).toBe(303)
    expect([finished.headers['set-cookie']].flat().join()).toMatch(
      /^__Host-griot_session=[\w-]{43}; Path=\/;.*; Secure$/,
    )
    expect((await ask('/api/auth/user')).status).toBe(200)
    expect(finished.headers['strict-transport-security']).toBeDefined()
  })

  it('no other name is answered', async () => {
    expect((await harness.browser().ask('/api/podcasts')).status).toBe(400)
    expect((await through(harness.browser())('/api/podcasts')).status).toBe(200)
  })
})
