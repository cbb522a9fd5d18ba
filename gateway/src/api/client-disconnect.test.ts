import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { responseTo, useExchanges } from '../testing/exchanges.ts'
import { type Harness, respondJson } from '../testing/harness.ts'

let harness: Harness
let browser: Browser

const { begin, nextAt } = useExchanges((parts) => {
  harness = parts.harness
  browser = parts.browser
})

describe('a disconnect', () => {
  it('of the client before the response aborts the request to the service', async () => {
    const asked = nextAt('catalog')
    const waiting = begin('/api/podcasts').on('error', () => {})
    waiting.end()
    const [, response] = await asked
    const over = once(response, 'close')
    waiting.destroy()

    await over
  })

  it('of the client during the session lookup holds no connection to the service', async () => {
    harness.services.catalog = respondJson({ from: 'catalog', with: 'x'.repeat(100_000) })
    // Blocks the lookup of sessions until the transaction ends. Each request has another session cookie.
    await inTransaction(harness.db, async (tx) => {
      await tx.run(sql`lock table browser_session in access exclusive mode`)
      const asked = Array.from({ length: 160 }, () => {
        const cookie = `griot_session=${randomBytes(32).toString('base64url')}`
        return begin('/api/podcasts', 'GET', { cookie }).on('error', () => {})
      })
      const sent = asked.map((one) => once(one, 'finish'))
      for (const one of asked) one.end()
      await Promise.all(sent)
      // Its response proves that the gateway has received the earlier requests.
      await browser.request('/nothing-here')
      for (const one of asked) one.destroy()
      // Its response proves that the gateway has handled the disconnects.
      await browser.request('/nothing-here')
    })

    expect((await browser.request('/api/podcasts')).status).toBe(200)
    expect(harness.received).toHaveLength(1)
  })

  it('of the client during the response aborts the request to the service', async () => {
    const asked = nextAt('catalog')
    const waiting = begin('/api/podcasts').end()
    const [, response] = await asked
    response.write('{"first":')
    await responseTo(waiting)
    const over = once(response, 'close')
    waiting.destroy()

    await over
  })

  it('of the client during an upload aborts the request to the service', async () => {
    await browser.signIn()
    const asked = nextAt('media')
    const uploading = begin('/api/media/upload', 'POST', { 'content-length': '1000000' }).on('error', () => {})
    uploading.write(Buffer.alloc(1000))
    const [incoming] = await asked
    incoming.on('error', () => {})
    const over = new Promise((resolve) => incoming.once('close', resolve))
    incoming.resume()
    uploading.destroy()

    await over
    expect(incoming.complete).toBe(false)
  })

  it('of the service during its response cuts the connection to the client', async () => {
    const asked = nextAt('catalog')
    const waiting = begin('/api/podcasts').end()
    const [, response] = await asked
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    const received = await responseTo(waiting)
    const failed = once(received, 'error')
    received.resume()
    response.destroy()

    await failed
    expect(received.complete).toBe(false)
  })

  it('of the service before its response repeats a read once', async () => {
    let asked = 0
    harness.services.catalog = (incoming, response) => {
      asked++
      if (asked === 1) response.destroy()
      else respondJson({ asked })(incoming, response)
    }

    expect(await browser.request('/api/podcasts')).toMatchObject({ status: 200, text: '{"asked":2}' })
  })

  it('of the service before its response does not repeat a write', async () => {
    let asked = 0
    harness.services.catalog = (_, response) => {
      asked++
      response.destroy()
    }
    const response = await browser.request('/api/podcasts', { method: 'POST', body: '{}' })

    expect(response.status).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(JSON.parse(response.text)).toMatchObject({ code: 'service.unavailable' })
    expect(asked).toBe(1)
  })
})
