import { ALL_ENDPOINTS } from '@griot/contracts/all-endpoints'
import type { Endpoint } from '@griot/contracts/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send, signedIn } from '../testing/admin.ts'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let visitor: Browser
let user: Browser
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMITS: 'off' })
  visitor = harness.browser()
  user = (await signedIn(harness, 'ama@example.org')).browser
})
afterAll(() => harness.close())

const ID = '00000000-0000-4000-8000-000000000000'

/** All endpoints for admins, also those that are added later. */
const endpoints = Object.values(ALL_ENDPOINTS).flatMap((group) =>
  Object.values(group).filter(({ access }) => access === 'admin'),
)

const statusOf = async (browser: Browser, { method, path }: Endpoint) => {
  const place = path.replaceAll(/:\w+/g, ID)
  return (await (method === 'GET' ? browser.request(place) : send(browser, method, place))).status
}

describe('the gateway', () => {
  it.each(endpoints)('refuses $method $path to visitors and to users who are no admins', async (endpoint) => {
    expect(await statusOf(visitor, endpoint)).toBe(401)
    expect(await statusOf(user, endpoint)).toBe(404)
  })
})
