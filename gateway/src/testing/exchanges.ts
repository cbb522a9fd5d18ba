import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type RequestListener, request } from 'node:http'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Browser } from './browser.ts'
import { type Harness, respondJson, startHarness } from './harness.ts'

interface Parts {
  harness: Harness
  browser: Browser
}

/**
 * Starts a gateway for the tests of a file, with a new browser and default responses of the services for each test.
 * Returns functions for requests and responses that a test controls step by step.
 */
export const useExchanges = (onEach: (parts: Parts) => void) => {
  let harness: Harness
  let browser: Browser

  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(() => {
    browser = harness.browser()
    harness.received.length = 0
    harness.services.catalog = respondJson({ from: 'catalog' })
    harness.services.media = respondJson({ from: 'media' })
    onEach({ harness, browser })
  })

  return {
    /** Starts a request; the test ends it. */
    begin(path: string, method = 'GET', headers: Record<string, string> = {}): ClientRequest {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return request({
        host: '127.0.0.1',
        port: harness.port,
        path,
        method,
        agent: false,
        headers: { cookie, ...headers },
      })
    },

    /** Resolves with the next request to a service; the test sends the response. */
    nextAt: (service: 'catalog' | 'media') =>
      new Promise<Parameters<RequestListener>>((resolve) => {
        harness.services[service] = (...both) => resolve(both)
      }),
  }
}

export const responseTo = async (asked: ClientRequest) => ((await once(asked, 'response')) as [IncomingMessage])[0]
