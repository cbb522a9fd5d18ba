import { randomBytes } from 'node:crypto'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let browser: Browser

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  browser = harness.browser()
})

describe('a session', () => {
  const daysLeft = async () => {
    const { rows } = await harness.db.pool.query(
      'select round(extract(epoch from expires_at - clock_timestamp()) / 86400)::int as days from browser_session',
    )
    return rows[0].days
  }

  it('is stored as a hash, and its cookie is HttpOnly', async () => {
    const page = await browser.visit('/api/login?returnTo=/readyz')
    const posted = await browser.request(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=abena%40example.org&firstName=Abena&lastName=Owusu',
    })
    const resumed = await browser.request(posted.headers.location ?? '')
    const finished = await browser.request(resumed.headers.location ?? '')
    const line = [finished.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith('griot_session='))

    expect(line).toMatch(/^griot_session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/)
    const { rows } = await harness.db.pool.query('select * from browser_session')
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('griot_session'))
  })

  it.each([
    ['59 minutes', 1],
    ['61 minutes', 90],
  ])('that was last used %s ago expires %i days after a request', async (ago, expected) => {
    await harness.db.run(sql`delete from browser_session`)
    await browser.signIn()
    await harness.db.run(sql`
      update browser_session set last_seen_at = clock_timestamp() - ${ago}::interval,
        expires_at = clock_timestamp() + interval '1 day'
    `)

    const { status, headers } = await browser.request('/api/auth/user')

    expect(status).toBe(200)
    expect(headers['set-cookie']).toMatch(/^griot_session=[\w-]{43}; Path=\/; Max-Age=7776000;/)
    await expect.poll(daysLeft).toBe(expected)
  })

  const TODAY = "(clock_timestamp() at time zone 'UTC')::date"

  it('adds the day of use to the account once, and removes those before the last 30', async () => {
    await browser.signIn({ email: 'efua@example.org' })
    await harness.db.pool.query(`
      update user_account set active_on = array(select ${TODAY} - day from unnest(array[1, 29, 30, 60]) as day)
      where email = 'efua@example.org'
    `)
    const ages = async () => {
      const { rows } = await harness.db.pool.query(
        `select array(select ${TODAY} - day from unnest(active_on) as day) as days
        from user_account where email = 'efua@example.org'`,
      )
      return rows[0].days
    }

    // Each gateway looks for a day of use at most once an hour.
    for (let count = 0; count < 2; count++) {
      const second = await harness.startSecond()
      const other = second.browser()
      for (const [name, value] of browser.cookies) other.cookies.set(name, value)
      await other.request('/api/auth/user')
      await expect.poll(ages).toEqual([0, 1, 29])
      await other.close()
      await second.close()
    }
  })

  it('of the previous release is accepted', async () => {
    await harness.db.run(sql`delete from browser_session`)
    await browser.signIn()
    await harness.db.run(sql`
      update browser_session set authenticated_at = null, last_seen_at = clock_timestamp() - interval '11 hours',
        expires_at = clock_timestamp() + interval '20 days'
    `)

    expect((await browser.request('/api/auth/user')).status).toBe(200)
    await expect.poll(daysLeft).toBe(90)
  })

  it('ends when it expires', async () => {
    await browser.signIn()
    await harness.db.run(sql`update browser_session set expires_at = clock_timestamp()`)

    expect((await browser.request('/api/auth/user')).status).toBe(401)
  })

  it('is deleted after its end', async () => {
    await browser.signIn()
    await harness.db.run(sql`update browser_session set expires_at = clock_timestamp()`)

    await harness.gateway.sweep()

    const { rowCount } = await harness.db.pool.query('select 1 from browser_session')
    expect(rowCount).toBe(0)
  })

  it('is found correctly by concurrent requests, some with unknown cookies', async () => {
    const people = await Promise.all(
      ['abena@example.org', 'yaw@example.org'].map(async (email) => {
        const one = harness.browser()
        await one.signIn({ email })
        return { email, one }
      }),
    )
    const stranger = () => {
      const one = harness.browser()
      one.cookies.set('griot_session', randomBytes(32).toString('base64url'))
      return { email: undefined, one }
    }
    const asking = [...people, ...Array.from({ length: 50 }, stranger)].map(async ({ email, one }) => {
      const { text } = await one.request('/api/auth/user')
      return [email, (JSON.parse(text) as { email?: string }).email]
    })
    for (const [expected, found] of await Promise.all(asking)) expect(found).toBe(expected)
  })
})

describe('GET /api/logout', () => {
  it('ends the session on the server at once', async () => {
    await browser.signIn()
    const cookie = browser.cookies.get('griot_session') ?? ''
    expect((await browser.request('/api/auth/user')).status).toBe(200)

    expect(await browser.request('/api/logout')).toMatchObject({ status: 303, headers: { location: '/' } })

    expect(browser.cookies.has('griot_session')).toBe(false)
    browser.cookies.set('griot_session', cookie)
    expect((await browser.request('/api/auth/user')).status).toBe(401)
  })

  it('ignores requests of a foreign page, an image or a prefetch', async () => {
    await browser.signIn()

    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' },
    ]) {
      expect(await browser.request('/api/logout', { headers })).toMatchObject({
        status: 303,
        headers: { location: '/' },
      })
    }
    expect((await browser.request('/api/auth/user')).status).toBe(200)
  })
})
