import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { inTransaction, sql } from '@griot/service-kit/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from './testing/browser.ts'
import { answerTo, exchangesOf } from './testing/exchanges.ts'
import { answerJson, type Harness, startHarness } from './testing/harness.ts'

let harness: Harness
let browser: Browser

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  browser = harness.browser()
  harness.received.length = 0
  harness.services.catalog = answerJson({ from: 'catalog' })
  harness.services.media = answerJson({ from: 'media' })
})

const { begin, nextAt } = exchangesOf(() => ({ harness, browser }))

describe('whoever goes away', () => {
  it('before the answer has begun: the service learns of it', async () => {
    const asked = nextAt('catalog')
    const waiting = begin('/api/podcasts').on('error', () => {})
    waiting.end()
    const [, response] = await asked
    const over = once(response, 'close')
    waiting.destroy()

    await over
  })

  it('while we look who they are: holds no connection to the service', async () => {
    harness.services.catalog = answerJson({ from: 'catalog', with: 'x'.repeat(100_000) })
    // Sessions are looked up only when this lets go; each of these names another one.
    await inTransaction(harness.db, async (tx) => {
      await tx.run(sql`lock table browser_session in access exclusive mode`)
      const asked = Array.from({ length: 160 }, () => {
        const cookie = `griot_session=${randomBytes(32).toString('base64url')}`
        return begin('/api/podcasts', 'GET', { cookie }).on('error', () => {})
      })
      const sent = asked.map((one) => once(one, 'finish'))
      for (const one of asked) one.end()
      await Promise.all(sent)
      // What came before this is under way once it is answered.
      await browser.ask('/nothing-here')
      for (const one of asked) one.destroy()
      // Once this is answered, so much is known of the others as well.
      await browser.ask('/nothing-here')
    })

    expect((await browser.ask('/api/podcasts')).status).toBe(200)
    expect(harness.received).toHaveLength(1)
  })

  it('in the middle of the answer: the service learns of it', async () => {
    const asked = nextAt('catalog')
    const waiting = begin('/api/podcasts').end()
    const [, response] = await asked
    response.write('{"first":')
    await answerTo(waiting)
    const over = once(response, 'close')
    waiting.destroy()

    await over
  })

  it('in the middle of an upload: the service learns of it', async () => {
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

  it('being the service, in the middle of its answer: the browser sees that it is not whole', async () => {
    const asked = nextAt('catalog')
    const waiting = begin('/api/podcasts').end()
    const [, response] = await asked
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    const answer = await answerTo(waiting)
    const failed = once(answer, 'error')
    answer.resume()
    response.destroy()

    await failed
    expect(answer.complete).toBe(false)
  })

  it('being the service, before its answer: a read is asked once more', async () => {
    let asked = 0
    harness.services.catalog = (incoming, response) => {
      asked++
      if (asked === 1) response.destroy()
      else answerJson({ asked })(incoming, response)
    }

    expect(await browser.ask('/api/podcasts')).toMatchObject({ status: 200, text: '{"asked":2}' })
  })

  it('being the service, before its answer: a write is not repeated', async () => {
    let asked = 0
    harness.services.catalog = (_, response) => {
      asked++
      response.destroy()
    }
    const answer = await browser.ask('/api/podcasts', { method: 'POST', body: '{}' })

    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'service.unavailable' })
    expect(asked).toBe(1)
  })
})
