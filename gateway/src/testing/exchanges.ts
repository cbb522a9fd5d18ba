import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type RequestListener, request } from 'node:http'
import type { Browser } from './browser.ts'
import type { Harness } from './harness.ts'

/** Requests and answers of which a test decides when they go on and how they end. */
export const exchangesOf = (parts: () => { harness: Harness; browser: Browser }) => ({
  /** A request whose end the test decides. */
  begin(path: string, method = 'GET', headers: Record<string, string> = {}): ClientRequest {
    const { harness, browser } = parts()
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

  /** Resolves with what the service is asked next, and leaves the answer to the test. */
  nextAt: (service: 'catalog' | 'media') =>
    new Promise<Parameters<RequestListener>>((resolve) => {
      parts().harness.services[service] = (...both) => resolve(both)
    }),
})

export const answerTo = async (asked: ClientRequest) => ((await once(asked, 'response')) as [IncomingMessage])[0]
