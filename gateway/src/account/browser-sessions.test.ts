import { ListBrowserSessions } from '@griot/contracts/account'
import { GetUser } from '@griot/contracts/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const signedIn = async (email: string) => {
  const browser = harness.browser()
  await browser.signIn({ email })
  return browser
}
const list = async (browser: Browser) =>
  ListBrowserSessions.response.parse(JSON.parse((await browser.request(ListBrowserSessions.path)).text))
const endOthers = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.request(ListBrowserSessions.path, {
    method: 'DELETE',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
const statusOf = async (browser: Browser) => (await browser.request(GetUser.path)).status

describe('/api/account/sessions', () => {
  it('lists the sessions of the caller, this one first, and ends the others', async () => {
    const phone = await signedIn('efua@example.org')
    const desktop = await signedIn('efua@example.org')
    const other = await signedIn('kojo@example.org')
    expect((await list(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect((await list(desktop)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])

    const response = await endOthers(desktop)
    expect([response.status, JSON.parse(response.text)]).toEqual([200, { ended: 1 }])
    expect(await statusOf(phone)).toBe(401)
    expect(await statusOf(desktop)).toBe(200)
    expect(await statusOf(other)).toBe(200)
    expect(await list(desktop)).toHaveLength(1)
  })

  it('requires a session, our own page, and a known method', async () => {
    expect((await harness.browser().request(ListBrowserSessions.path)).status).toBe(401)
    expect((await endOthers(harness.browser())).status).toBe(401)
    const browser = await signedIn('adwoa@example.org')
    expect((await endOthers(browser, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await browser.request(ListBrowserSessions.path, { method: 'PUT' })).status).toBe(405)
  })
})
