import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

let harness: Harness
let browser: Browser

beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: 'Root@example.org' })
})
afterAll(() => harness.close())
beforeEach(() => {
  browser = harness.browser()
  harness.services['listening-points'] = respondJson({
    totalPoints: 120,
    weeklyPoints: 20,
    level: 2,
    levelName: 'Regular Listener',
    pointsToNextLevel: 80,
    weekEndsAt: '2026-11-23T00:00:00.000Z',
    episodesListened: 12,
    episodesCompleted: 9,
    completedThisWeek: 1,
    weekStreak: 1,
  })
})

const user = async () => JSON.parse((await browser.request('/api/auth/user')).text)

describe('signing in', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]'])('works on %s and stays on this host', async (host) => {
    browser = harness.browser(host)

    const arrived = await browser.signIn({ email: `${host}@example.org`.replace(/[[\]:]/g, 'x') })

    expect(arrived.status).toBe(200)
    expect(arrived.url.pathname).toBe('/readyz')
    expect((await browser.request('/api/auth/user')).status).toBe(200)
  })

  it('returns the current user with points and level', async () => {
    await browser.signIn({ email: 'ama@example.org' })

    expect(await user()).toMatchObject({
      email: 'ama@example.org',
      firstName: 'Ama',
      lastName: 'Mensah',
      points: 120,
      level: 2,
      roles: [],
    })
  })

  it('identifies a user by the e-mail address, ignoring its case', async () => {
    await browser.signIn({ email: 'Kofi@Example.org' })
    const first = await user()
    browser = harness.browser('localhost')
    await browser.signIn({ email: 'kofi@example.org', firstName: 'Kofi' })

    expect(await user()).toMatchObject({ id: first.id, firstName: 'Kofi' })
  })

  it('gives the admin role to users named in the configuration', async () => {
    await browser.signIn({ email: 'root@example.org' })

    expect(await user()).toMatchObject({ roles: ['admin'] })
  })

  it('returns 401 without a session', async () => {
    expect((await browser.request('/api/auth/user')).status).toBe(401)
  })

  it('returns no points and no level if the user hides them', async () => {
    harness.services['listening-points'] = respondJson({ totalPoints: 120, level: 2, hidePoints: true })
    await browser.signIn({ email: 'efua@example.org' })

    expect(await user()).toMatchObject({ email: 'efua@example.org', points: null, level: null })
  })

  it('returns no points while their service fails', async () => {
    harness.services['listening-points'] = respondJson({ code: 'server.failed' }, 500)
    await browser.signIn({ email: 'esi@example.org' })

    expect(await user()).toMatchObject({ email: 'esi@example.org', points: null, level: null })
  })

  it('shows the form again with the input and its errors', async () => {
    const page = await browser.visit('/api/login')
    const again = await browser.request(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=no-address&firstName=%3Cb%3E&lastName=',
    })

    expect(again.status).toBe(400)
    expect(again.text).toContain('This is not an e-mail address.')
    expect(again.text).toContain('Please enter your last name.')
    expect(again.text).toContain('value="no-address"')
    expect(again.text).toContain('value="&#60;b&#62;"')
    expect(again.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('redirects a signed-in user at once', async () => {
    await browser.signIn()

    const response = await browser.request('/api/login?returnTo=/library')

    expect(response).toMatchObject({ status: 303, headers: { location: '/library' } })
  })

  it('ends at the start page if returnTo is another site', async () => {
    const page = await browser.visit('/api/login?returnTo=https://evil.example/')
    const arrived = await browser.request(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=yaw%40example.org&firstName=Yaw&lastName=Osei',
    })
    const resumed = await browser.request(arrived.headers.location ?? '')
    const finished = await browser.request(resumed.headers.location ?? '')

    expect(finished).toMatchObject({ status: 303, headers: { location: '/' } })
  })

  it('shows the form each time, because the provider keeps no session', async () => {
    await browser.signIn({ email: 'first@example.org' })
    await browser.request('/api/logout')
    await browser.signIn({ email: 'second@example.org' })

    expect(await user()).toMatchObject({ email: 'second@example.org' })
  })

  it('ignores requests of a foreign page or an image', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
    ]) {
      expect(await browser.request('/api/login', { headers })).toMatchObject({
        status: 303,
        headers: { location: '/' },
      })
    }
    expect(browser.cookies.size).toBe(0)
  })
})

describe('the callback of the issuer', () => {
  /** Goes as far as the address that would finish the sign-in. */
  const almostIn = async () => {
    const page = await browser.visit('/api/login?returnTo=/readyz')
    const posted = await browser.request(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=adwoa%40example.org&firstName=Adwoa&lastName=Boateng',
    })
    const resumed = await browser.request(posted.headers.location ?? '')
    return new URL(resumed.headers.location ?? '')
  }
  const isSignedIn = async () => (await browser.request('/api/auth/user')).status === 200

  it('accepts a state once', async () => {
    const address = await almostIn()
    expect((await browser.request(address.href)).status).toBe(303)
    const stranger = harness.browser()
    stranger.cookies.set('griot_login', browser.cookies.get('griot_login') ?? '')

    expect((await stranger.request(address.href)).status).toBe(400)
    expect((await stranger.request('/api/auth/user')).status).toBe(401)
  })

  it('rejects a state of another browser', async () => {
    const address = await almostIn()
    const victim = harness.browser()
    await victim.visit('/api/login')

    expect((await victim.request(address.href)).status).toBe(400)
    expect((await harness.browser().request(address.href)).status).toBe(400)
  })

  it.each([
    ['absent', (address: URL) => address.searchParams.delete('state')],
    ['made up', (address: URL) => address.searchParams.set('state', 'a'.repeat(43))],
    ['malformed', (address: URL) => address.searchParams.set('state', "'; drop table sign_in")],
  ])('rejects a state that is %s', async (_, change) => {
    const address = await almostIn()
    change(address)

    expect((await browser.request(address.href)).status).toBe(400)
    expect(await isSignedIn()).toBe(false)
  })

  it('rejects an expired state', async () => {
    const address = await almostIn()
    await harness.db.run(sql`update sign_in set expires_at = clock_timestamp() - interval '1 second'`)

    expect((await browser.request(address.href)).status).toBe(400)
  })

  it.each([
    ['swapped', (address: URL) => address.searchParams.set('code', 'x'.repeat(43))],
    ['missing', (address: URL) => address.searchParams.delete('code')],
    ['sent twice', (address: URL) => address.searchParams.append('code', 'x')],
    ['of another issuer', (address: URL) => address.searchParams.set('iss', 'https://evil.example')],
    ['of no issuer', (address: URL) => address.searchParams.delete('iss')],
    ['in a JARM response', (address: URL) => address.searchParams.set('response', 'x')],
  ])('rejects a code that is %s, and opens no session', async (_, change) => {
    const address = await almostIn()
    change(address)

    const response = await browser.request(address.href)
    expect([response.status, JSON.parse(response.text).code]).toEqual([400, 'sign_in.refused'])
    expect(await isSignedIn()).toBe(false)
  })

  it('ends the previous session of the browser', async () => {
    await browser.signIn({ email: 'mallory@example.org' })
    const planted = browser.cookies.get('griot_session') ?? ''
    browser.cookies.delete('griot_session')
    const address = await almostIn()
    browser.cookies.set('griot_session', planted)
    await browser.request(address.href)

    expect(browser.cookies.get('griot_session')).not.toBe(planted)
    const mallory = harness.browser()
    mallory.cookies.set('griot_session', planted)
    expect((await mallory.request('/api/auth/user')).status).toBe(401)
  })
})
