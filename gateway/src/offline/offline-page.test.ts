import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let withoutWorker: Harness

beforeAll(async () => {
  harness = await startHarness({ PRODUCT_NAME: 'Griot & Co' })
  withoutWorker = await startHarness({ OFFLINE_PAGE: 'off' })
})
afterAll(() => Promise.all([harness.close(), withoutWorker.close()]))

describe('the service worker', () => {
  it('is checked for a newer one at each page load, and may only fetch from this origin', async () => {
    const { status, headers } = await harness.browser().request('/service-worker.js')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
  })

  it('is replaced by one that removes itself if the offline page is off', async () => {
    expect((await withoutWorker.browser().request('/service-worker.js')).text).toContain('registration.unregister()')
  })
})

describe('GET /offline', () => {
  it('is a page that permits only its own script', async () => {
    const { status, headers, text } = await harness.browser().request('/offline')
    expect([status, text]).toEqual([200, expect.stringContaining('Griot &#38; Co needs a connection')])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src/)
  })
})
