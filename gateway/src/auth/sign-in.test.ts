import { sql } from '@griot/service-kit/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { answerJson, type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let browser: Browser

beforeAll(async () => {
  harness = await startHarness({ ADMIN_EMAILS: 'Root@example.org' })
})
afterAll(() => harness.close())
beforeEach(() => {
  browser = harness.browser()
  harness.services['listening-points'] = answerJson({
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

const user = async () => JSON.parse((await browser.ask('/api/auth/user')).text)

describe('signing in', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]'])('works from %s and never leaves it', async (host) => {
    browser = harness.browser(host)

    const arrived = await browser.signIn({ email: `${host}@example.org`.replace(/[[\]:]/g, 'x') })

    expect(arrived.status).toBe(200)
    expect(arrived.url.pathname).toBe('/readyz')
    expect((await browser.ask('/api/auth/user')).status).toBe(200)
  })

  it('tells who is signed in, with points and level', async () => {
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

  it('knows a person again by the e-mail, in whatever letters', async () => {
    await browser.signIn({ email: 'Kofi@Example.org' })
    const first = await user()
    browser = harness.browser('localhost')
    await browser.signIn({ email: 'kofi@example.org', firstName: 'Kofi' })

    expect(await user()).toMatchObject({ id: first.id, firstName: 'Kofi' })
  })

  it('makes those admins whom the configuration names', async () => {
    await browser.signIn({ email: 'root@example.org' })

    expect(await user()).toMatchObject({ roles: ['admin'] })
  })

  it('answers 401 to someone signed out', async () => {
    expect((await browser.ask('/api/auth/user')).status).toBe(401)
  })

  it('keeps points and level from the page of somebody who hides them', async () => {
    harness.services['listening-points'] = answerJson({ totalPoints: 120, level: 2, hidePoints: true })
    await browser.signIn({ email: 'efua@example.org' })

    expect(await user()).toMatchObject({ email: 'efua@example.org', points: null, level: null })
  })

  it('leaves the points out while their service cannot be asked', async () => {
    harness.services['listening-points'] = answerJson({ code: 'server.failed' }, 500)
    await browser.signIn({ email: 'esi@example.org' })

    expect(await user()).toMatchObject({ email: 'esi@example.org', points: null, level: null })
  })

  it('shows the form once more with what was typed and what is wrong', async () => {
    const page = await browser.visit('/api/login')
    const again = await browser.ask(page.url.href, {
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

  it('sends someone who is signed in straight on', async () => {
    await browser.signIn()

    const answer = await browser.ask('/api/login?returnTo=/library')

    expect(answer).toMatchObject({ status: 303, headers: { location: '/library' } })
  })

  it('ends at the start page when told to go elsewhere', async () => {
    const page = await browser.visit('/api/login?returnTo=https://evil.example/')
    const arrived = await browser.ask(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=yaw%40example.org&firstName=Yaw&lastName=Osei',
    })
    const resumed = await browser.ask(arrived.headers.location ?? '')
    const finished = await browser.ask(resumed.headers.location ?? '')

    expect(finished).toMatchObject({ status: 303, headers: { location: '/' } })
  })

  it('asks who it is each time, as nobody stays signed in at the provider', async () => {
    await browser.signIn({ email: 'first@example.org' })
    await browser.ask('/api/logout')
    await browser.signIn({ email: 'second@example.org' })

    expect(await user()).toMatchObject({ email: 'second@example.org' })
  })

  it('does nothing for a foreign page or an image', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
    ]) {
      expect(await browser.ask('/api/login', { headers })).toMatchObject({ status: 303, headers: { location: '/' } })
    }
    expect(browser.cookies.size).toBe(0)
  })
})

describe('the way back from the issuer', () => {
  /** Goes as far as the address that would finish the sign-in. */
  const almostIn = async () => {
    const page = await browser.visit('/api/login?returnTo=/readyz')
    const posted = await browser.ask(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=adwoa%40example.org&firstName=Adwoa&lastName=Boateng',
    })
    const resumed = await browser.ask(posted.headers.location ?? '')
    return new URL(resumed.headers.location ?? '')
  }
  const isSignedIn = async () => (await browser.ask('/api/auth/user')).status === 200

  it('uses a state once', async () => {
    const address = await almostIn()
    expect((await browser.ask(address.href)).status).toBe(303)
    const stranger = harness.browser()
    stranger.cookies.set('griot_login', browser.cookies.get('griot_login') ?? '')

    expect((await stranger.ask(address.href)).status).toBe(400)
    expect((await stranger.ask('/api/auth/user')).status).toBe(401)
  })

  it('refuses a state of another browser', async () => {
    const address = await almostIn()
    const victim = harness.browser()
    await victim.visit('/api/login')

    expect((await victim.ask(address.href)).status).toBe(400)
    expect((await harness.browser().ask(address.href)).status).toBe(400)
  })

  it.each([
    ['absent', (address: URL) => address.searchParams.delete('state')],
    ['made up', (address: URL) => address.searchParams.set('state', 'a'.repeat(43))],
    ['malformed', (address: URL) => address.searchParams.set('state', "'; drop table sign_in")],
  ])('refuses a state that is %s', async (_, change) => {
    const address = await almostIn()
    change(address)

    expect((await browser.ask(address.href)).status).toBe(400)
    expect(await isSignedIn()).toBe(false)
  })

  it('refuses a state that took too long', async () => {
    const address = await almostIn()
    await harness.db.run(sql`update sign_in set expires_at = clock_timestamp() - interval '1 second'`)

    expect((await browser.ask(address.href)).status).toBe(400)
  })

  it.each([
    ['swapped', (address: URL) => address.searchParams.set('code', 'x'.repeat(43))],
    ['missing', (address: URL) => address.searchParams.delete('code')],
    ['one of two', (address: URL) => address.searchParams.append('code', 'x')],
    ['of another issuer', (address: URL) => address.searchParams.set('iss', 'https://evil.example')],
    ['of nobody', (address: URL) => address.searchParams.delete('iss')],
    ['wrapped up', (address: URL) => address.searchParams.set('response', 'x')],
  ])('refuses a code that is %s, and makes no session', async (_, change) => {
    const address = await almostIn()
    change(address)

    const answer = await browser.ask(address.href)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, 'sign_in.refused'])
    expect(await isSignedIn()).toBe(false)
  })

  it('lets the session die that was in the browser before', async () => {
    await browser.signIn({ email: 'mallory@example.org' })
    const planted = browser.cookies.get('griot_session') ?? ''
    browser.cookies.delete('griot_session')
    const address = await almostIn()
    browser.cookies.set('griot_session', planted)
    await browser.ask(address.href)

    expect(browser.cookies.get('griot_session')).not.toBe(planted)
    const mallory = harness.browser()
    mallory.cookies.set('griot_session', planted)
    expect((await mallory.ask('/api/auth/user')).status).toBe(401)
  })
})

describe('GET /api/logout', () => {
  it('ends the session on the server, at once', async () => {
    await browser.signIn()
    const cookie = browser.cookies.get('griot_session') ?? ''
    expect((await browser.ask('/api/auth/user')).status).toBe(200)

    expect(await browser.ask('/api/logout')).toMatchObject({ status: 303, headers: { location: '/' } })

    expect(browser.cookies.has('griot_session')).toBe(false)
    browser.cookies.set('griot_session', cookie)
    expect((await browser.ask('/api/auth/user')).status).toBe(401)
  })

  it('is nothing that a foreign page, an image or loading ahead can do', async () => {
    await browser.signIn()

    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' },
    ]) {
      expect(await browser.ask('/api/logout', { headers })).toMatchObject({ status: 303, headers: { location: '/' } })
    }
    expect((await browser.ask('/api/auth/user')).status).toBe(200)
  })
})

describe('a session', () => {
  it('is in the database as a hash only, and its cookie is for HTTP alone', async () => {
    const page = await browser.visit('/api/login?returnTo=/readyz')
    const posted = await browser.ask(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=abena%40example.org&firstName=Abena&lastName=Owusu',
    })
    const resumed = await browser.ask(posted.headers.location ?? '')
    const finished = await browser.ask(resumed.headers.location ?? '')
    const line = [finished.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith('griot_session='))

    expect(line).toMatch(/^griot_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    const { rows } = await harness.db.pool.query('select * from browser_session')
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('griot_session'))
  })

  it('ends when it lies idle, and when its time is over', async () => {
    for (const column of ['last_seen_at', 'expires_at']) {
      await browser.signIn()
      await harness.db.pool.query(`update browser_session set ${column} = clock_timestamp() - interval '13 hours'`)

      expect((await browser.ask('/api/auth/user')).status).toBe(401)
    }
  })

  it('is swept away once it is over', async () => {
    await browser.signIn()
    await harness.db.run(sql`update browser_session set expires_at = clock_timestamp()`)

    await harness.gateway.sweep()

    const { rowCount } = await harness.db.pool.query('select 1 from browser_session')
    expect(rowCount).toBe(0)
  })
})
