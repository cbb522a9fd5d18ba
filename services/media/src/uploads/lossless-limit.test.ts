import { MAX_LOSSLESS_BYTES, MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { UploadMedia } from '@griot/contracts/media/files'
import { GetStorage, UploadMaxBytes } from '@griot/contracts/uploads'
import { heldBytes } from '@griot/service-kit/testing/held-bytes'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, openHarness } from '../testing/harness.ts'
import { tusClient } from '../testing/tus.ts'

const MEGABYTE = 1024 * 1024
const CHUNK = Buffer.alloc(MEGABYTE, 'sound')
const ama = person()
let harness: Harness

beforeAll(async () => {
  harness = await openHarness(undefined, { losslessBytes: MAX_LOSSLESS_BYTES })
})
afterAll(() => harness.close())

const create = (size: number, type: string) => tusClient(harness.service, ama).create(size, { type })

/** Sends a form of this size without holding it in memory. Returns the response and the memory that it took. */
const post = async (bytes: number, type: string) => {
  const before = heldBytes()
  let most = 0
  async function* parts() {
    yield Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="audio"; filename="long"\r\ncontent-type: ${type}\r\n\r\n`,
    )
    for (let sent = 0; sent < bytes; sent += CHUNK.length) {
      if (sent % (16 * MEGABYTE) === 0) most = Math.max(most, heldBytes() - before)
      yield CHUNK.subarray(0, bytes - sent)
    }
    yield Buffer.from('\r\n--b--\r\n')
  }
  const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, duplex: 'half' }
  const response = await harness.service
    .as(ama)
    .fetch(UploadMedia.path, { ...init, body: ReadableStream.from(parts()) } as RequestInit)
  return { status: response.status, body: await response.json(), most }
}

describe('the limit of an operator', () => {
  it.each([
    ['audio/wav', MAX_LOSSLESS_BYTES, 201],
    ['audio/x-flac', MAX_LOSSLESS_BYTES, 201],
    ['audio/wav', MAX_LOSSLESS_BYTES + 1, 413],
    ['audio/mpeg', MAX_UPLOAD_BYTES, 201],
    ['audio/mpeg', MAX_UPLOAD_BYTES + 1, 413],
    ['audio/mp4', MAX_UPLOAD_BYTES + 1, 413],
  ])('of 500 MB applies to a resumable upload of %s with %i bytes', async (type, size, status) => {
    expect(await create(size, type)).toMatchObject({ status })
  })

  it('applies to a form, which is not held in memory', { timeout: 120_000 }, async () => {
    const { status, body, most } = await post(150 * MEGABYTE, 'audio/wav')
    expect(body).toMatchObject({ mediaFile: { fileSize: 150 * MEGABYTE } })
    expect(status).toBe(201)
    expect(most).toBeLessThan(32 * MEGABYTE)

    expect(await post(MAX_UPLOAD_BYTES + 1, 'audio/mpeg')).toMatchObject({
      status: 413,
      body: { code: 'upload.too_large', message: 'Please select a file smaller than 100MB.' },
    })
  })

  it('is returned with the storage', async () => {
    expect(await harness.service.as(ama).call(GetStorage, {})).toMatchObject({ losslessBytes: MAX_LOSSLESS_BYTES })
  })

  it('is between 100 and 500 MB, and 100 MB by default', () => {
    expect(UploadMaxBytes.parse(undefined)).toBe(MAX_UPLOAD_BYTES)
    expect(UploadMaxBytes.parse('524288000')).toBe(MAX_LOSSLESS_BYTES)
    for (const refused of ['1000', '524288001', 'many']) expect(UploadMaxBytes.safeParse(refused).success).toBe(false)
  })
})
