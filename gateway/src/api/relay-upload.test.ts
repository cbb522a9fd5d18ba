import { once } from 'node:events'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { bodyBytesOf } from '@griot/contracts/uploads'
import { heldBytes } from '@griot/service-kit/testing/held-bytes'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { responseTo, useExchanges } from '../testing/exchanges.ts'
import { type Harness, respondJson } from '../testing/harness.ts'

let harness: Harness
let browser: Browser

const { begin } = useExchanges((parts) => {
  harness = parts.harness
  browser = parts.browser
})

describe('an upload', () => {
  it('is streamed unchanged, without holding it in memory', async () => {
    await browser.signIn()
    let size = 0
    harness.services.media = (asked, response) => {
      asked.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      asked.on('end', () => respondJson({ size }, 201)(asked, response))
    }
    const before = heldBytes()
    let most = 0
    const uploading = begin('/api/media/upload', 'POST', { 'transfer-encoding': 'chunked' })
    const chunk = Buffer.alloc(1024 * 1024)
    for (let sent = 0; sent < 100; sent++) {
      if (!uploading.write(chunk)) await once(uploading, 'drain')
      if (sent % 10 === 0) most = Math.max(most, heldBytes() - before)
    }
    uploading.end()

    expect((await responseTo(uploading)).statusCode).toBe(201)
    expect(size).toBe(100 * 1024 * 1024)
    expect(most).toBeLessThan(32 * 1024 * 1024)
  })

  it('gets the error of the service while it is still being sent', async () => {
    await browser.signIn()
    harness.services.media = (asked, response) => {
      respondJson({ code: 'media.too_large' }, 413)(asked, response)
    }
    const size = 20 * 1024 * 1024
    const uploading = begin('/api/media/upload', 'POST', { 'content-length': String(size) })
    const answered = responseTo(uploading)
    const chunk = Buffer.alloc(64 * 1024)
    for (let sent = 0; sent < size; sent += chunk.length) {
      if (!uploading.write(chunk)) await once(uploading, 'drain')
    }
    uploading.end()

    expect((await answered).statusCode).toBe(413)
  })

  it('is rejected before its first byte if its length exceeds the maximum', async () => {
    await browser.signIn()
    harness.received.length = 0
    const announcing = begin('/api/media/upload', 'POST', {
      'content-length': String(bodyBytesOf(MAX_UPLOAD_BYTES) + 1),
    })
    announcing.on('error', () => {}).flushHeaders()
    const response = await responseTo(announcing)
    const [said] = (await once(response, 'data')) as [Buffer]
    announcing.destroy()

    expect(response.statusCode).toBe(413)
    expect(JSON.parse(said.toString())).toMatchObject({ message: 'Please select a file smaller than 100MB.' })
    expect(harness.received).toHaveLength(0)
  })

  it('can be resumed at its offset', async () => {
    await browser.signIn()
    harness.received.length = 0
    harness.services.media = (asked, response) => {
      asked.resume()
      asked.on('end', () => response.writeHead(204, { 'upload-offset': '9', 'tus-resumable': '1.0.0' }).end())
    }
    const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '4' }
    const path = '/api/media/uploads/0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11'
    const continued = await browser.request(path, { method: 'PATCH', headers: tus, body: 'sound' })
    const offset = await browser.request(path, { method: 'HEAD', headers: tus })
    const aborted = await browser.request(path, { method: 'DELETE', headers: tus })

    for (const response of [continued, offset, aborted]) {
      expect(response).toMatchObject({ status: 204, headers: { 'upload-offset': '9', 'tus-resumable': '1.0.0' } })
    }
    expect(harness.received.map(({ method, headers }) => [method, headers['upload-offset']])).toEqual([
      ['PATCH', '4'],
      ['HEAD', '4'],
      ['DELETE', '4'],
    ])
  })
})
