import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ErrorBody } from '@griot/contracts/errors'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import { connect, sql } from '@griot/service-kit/db/db'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { heldBytes } from '@griot/service-kit/testing/held-bytes'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'

const ama = person()
let harness: Harness
/** Runs after the bytes are stored. */
let afterStored: () => Promise<void> = async () => {}

beforeAll(async () => {
  harness = await openHarness((store) => ({
    ...store,
    partials: {
      ...store.partials,
      async complete(key) {
        const stored = await store.partials.complete(key)
        await afterStored()
        return stored
      },
    },
  }))
})
afterAll(() => harness.close())
afterEach(() => {
  afterStored = async () => {}
})

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  harness.service.as(ama).fetch(UploadMedia.path, {
    method: 'POST',
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)

const refusal = async (response: Response) => ({
  status: response.status,
  ...ErrorBody.parse(await response.json()),
})

const BOUNDARY = 'griot-test-boundary'
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const partHead = (disposition: string, type = 'audio/mpeg') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
const END = `\r\n--${BOUNDARY}--\r\n`

/** A form with one file of this size, generated while it is sent. `onSent` gets the bytes generated so far. */
const formOfSize = (bytes: number, onSent = (_sent: number) => {}) => {
  const chunk = Buffer.alloc(256 * 1024, 'sound')
  async function* parts() {
    yield Buffer.from(partHead('name="audio"; filename="long.mp3"'))
    for (let sent = 0; sent < bytes; sent += chunk.length) {
      onSent(sent)
      yield chunk.subarray(0, bytes - sent)
    }
    yield Buffer.from(END)
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream
}

describe('POST /api/media/upload', () => {
  it('stores the bytes with their hash, a media file and its job', async () => {
    const bytes = randomBytes(300_000)
    const visitor = harness.service.as(ama)

    const file = await upload(visitor, formOf(bytes, 'Ọ̀ṣun at the river.mp3', 'audio/MPEG'))

    expect(file).toMatchObject({
      originalName: 'Ọ̀ṣun at the river.mp3'.normalize('NFC'),
      mimeType: 'audio/mpeg',
      fileSize: 300_000,
      status: 'processing',
      duration: null,
      episodeIds: [],
    })
    // It also returns the hash.
    expect(await visitor.call(GetMedia, { params: { id: file.id } })).toMatchObject(file)
    const row = await harness.database.db.one(
      z.object({ object_key: z.string(), sha256: z.string() }),
      sql`select object_key, encode(sha256, 'hex') as sha256 from media_file where id = ${file.id}`,
    )
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(await harness.readObject(row.object_key)).toEqual(bytes)
    const jobs = await harness.database.db.many(
      z.object({ name: z.string(), job_id: z.string(), data: z.unknown() }),
      sql`select name, job_id, data from outbox where data ->> 'mediaFileId' = ${file.id}`,
    )
    expect(jobs).toEqual([{ name: 'probe-media', job_id: `${file.id}-1`, data: { mediaFileId: file.id, revision: 1 } }])
  })

  it('accepts exactly 100 MB without holding it in memory', async () => {
    const before = heldBytes()
    let most = 0

    const form = formOfSize(MAX_UPLOAD_BYTES, (sent) => {
      if (sent % (16 * 1024 * 1024) === 0) most = Math.max(most, heldBytes() - before)
    })
    const response = await post(form, MULTIPART)

    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ mediaFile: { fileSize: MAX_UPLOAD_BYTES } })
    expect(most).toBeLessThan(32 * 1024 * 1024)
  })

  it('refuses one byte more, and leaves nothing behind', async () => {
    const before = await harness.traces()

    const response = await post(formOfSize(MAX_UPLOAD_BYTES + 1), MULTIPART)

    expect(await refusal(response)).toMatchObject({
      status: 413,
      code: 'upload.too_large',
      message: 'Please select a file smaller than 100MB.',
    })
    expect(await harness.traces()).toEqual(before)
  })

  it('refuses a body by its Content-Length before it is read', async () => {
    const sending = request(`${harness.service.url}${UploadMedia.path}`, {
      method: 'POST',
      headers: {
        ...MULTIPART,
        'content-length': String(MAX_UPLOAD_BYTES + 1_000_000),
        [IDENTITY_HEADER]: await harness.service.as(ama).token(),
      },
    })
    sending.on('error', () => {})
    sending.flushHeaders()
    const [response] = await once(sending, 'response')

    expect(response.statusCode).toBe(413)
    sending.destroy()
  })

  it.each([
    ['text/plain', 'notes.txt'],
    ['video/mp4', 'film.mp4'],
    ['image/png', 'cover.png'],
    ['application/octet-stream', 'episode.mp3'],
  ])('refuses the type %s', async (type, name) => {
    const before = await harness.traces()

    expect(await refusal(await post(formOf(randomBytes(1_000), name, type)))).toMatchObject({
      status: 415,
      message: 'Please select an audio file (MP3, WAV, OGG, AAC, M4A, FLAC).',
    })
    expect(await harness.traces()).toEqual(before)
  })

  it.each(['audio/x-m4a', 'audio/mp4', 'audio/x-wav', 'audio/wave', 'audio/x-flac', 'audio/aacp', 'audio/opus'])(
    'accepts the alias %s',
    async (type) => {
      expect((await post(formOf(randomBytes(100), 'take', type))).status).toBe(201)
    },
  )

  it('refuses an empty file', async () => {
    const before = await harness.traces()

    expect(await refusal(await post(formOf(Buffer.alloc(0))))).toMatchObject({
      status: 400,
      code: 'input.invalid',
      fields: { audio: 'This file is empty. Please choose another one.' },
    })
    expect(await harness.traces()).toEqual(before)
  })

  const two = formOf(randomBytes(1_000))
  two.append('audio', new File([randomBytes(1_000)], 'second.mp3', { type: 'audio/mpeg' }))
  const otherField = new FormData()
  otherField.append('file', new File([randomBytes(1_000)], 'episode.mp3', { type: 'audio/mpeg' }))
  const asText = new FormData()
  asText.append('audio', 'episode.mp3')
  const withField = formOf(randomBytes(1_000))
  withField.append('userId', 'another user')

  it.each([
    ['two files', two, {}],
    ['a file in another field', otherField, {}],
    ['text instead of a file', asText, {}],
    ['a field beside the file', withField, {}],
    ['a form without anything', new FormData(), {}],
    ['no file chosen', `${partHead('name="audio"; filename=""', 'application/octet-stream')}${END}`, MULTIPART],
    ['a form without its end', `${partHead('name="audio"; filename="a.mp3"')}sound`, MULTIPART],
    ['a part without a header', `--${BOUNDARY}\r\n\r\nsound${END}`, MULTIPART],
    ['an empty body', '', MULTIPART],
    ['no boundary', 'sound', { 'content-type': 'multipart/form-data' }],
  ])('refuses %s', async (_, body, headers) => {
    const before = await harness.traces()

    expect((await refusal(await post(body, headers))).status).toBe(400)
    expect(await harness.traces()).toEqual(before)
  })

  it.each([
    ['JSON', { 'content-type': 'application/json' }],
    ['a compressed form', { ...MULTIPART, 'content-encoding': 'gzip' }],
  ])('refuses %s', async (_, headers) => {
    expect((await refusal(await post('{}', headers))).status).toBe(415)
  })

  it('leaves nothing behind when the client disconnects', async () => {
    const before = await harness.traces()
    const disconnect = new AbortController()
    const started = vi.waitFor(async () => expect((await harness.traces()).uploads).toBe(before.uploads + 1), 30_000)
    async function* endless() {
      yield Buffer.from(partHead('name="audio"; filename="long.mp3"'))
      for (;;) yield setImmediate(Buffer.alloc(64 * 1024))
    }
    const source = Readable.from(endless())
    const sending = harness.service.as(ama).fetch(UploadMedia.path, {
      method: 'POST',
      headers: MULTIPART,
      body: Readable.toWeb(source) as ReadableStream,
      duplex: 'half',
      signal: disconnect.signal,
    } as RequestInit)
    await started
    disconnect.abort()
    // `fetch` does not end the source of an aborted request.
    source.destroy()

    await expect(sending).rejects.toThrow()
    await vi.waitFor(async () => expect(await harness.traces()).toEqual(before), 30_000)
  })

  it('removes the bytes if the row cannot be written', async () => {
    const before = await harness.traces()
    const owner = connect({ url: harness.database.migratorUrl, log, max: 1 })
    afterStored = async () => {
      await owner.run(sql`revoke insert on media.media_file from media`)
    }

    expect((await refusal(await post(formOf(randomBytes(1_000))))).status).toBe(500)
    await owner.run(sql`grant insert on media.media_file to media`)
    await owner.close()
    expect(await harness.traces()).toEqual(before)
  })

  it('requires a session', async () => {
    const response = await harness.service
      .as(null)
      .fetch(UploadMedia.path, { method: 'POST', body: formOf(randomBytes(10)) })

    expect((await refusal(response)).status).toBe(401)
  })
})
