import { ADDRESS_HASH_HEADER } from '@griot/service-kit/identity/address-hash'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ TRUSTED_PROXIES: '1' })
})
afterAll(() => harness.close())

describe('the hash of the address from which a session is started', () => {
  it('is equal for one address only, and a client cannot set it', async () => {
    const browser = harness.browser()
    await browser.signIn({ email: 'ama@example.org' })
    const hashFrom = async (address: string, path = '/api/listening/start') => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, [ADDRESS_HASH_HEADER]: 'mine' }
      await browser.request(path, { method: 'POST', body: '{}', headers })
      return harness.received.at(-1)?.headers[ADDRESS_HASH_HEADER]
    }

    const first = await hashFrom('192.0.2.1')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await hashFrom('192.0.2.1')).toBe(first)
    expect(await hashFrom('192.0.2.2')).not.toBe(first)
    expect(await hashFrom('192.0.2.1', '/api/listening/heartbeat')).toBeUndefined()
  })
})
