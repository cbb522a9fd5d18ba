import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { connect, type Sql, sql } from '@griot/service-kit/db/db'
import { AUDIO_SENT_HEADER, createAudioSentVerifier, type SentFiles } from '@griot/service-kit/identity/audio-sent'
import { createGrantSigner, GRANT_HEADER, type Grant } from '@griot/service-kit/identity/grant'
import { createLog } from '@griot/service-kit/log/log'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

const HEARTBEAT = '/api/listening/heartbeat'
const END = '/api/listening/end'
const MEGABYTE = 1_000_000

let harness: Harness
let ama: Browser
let userId: string
let mediaId: string
let grant: Grant

beforeAll(async () => {
  harness = await startHarness()
  await mkdir(join(harness.objectsDir, 'media'))
  harness.services.media = async (_, response) => {
    response.writeHead(204, { [GRANT_HEADER]: await createGrantSigner(harness.grantSecret)(grant) }).end()
  }
})
afterAll(() => harness.close())
beforeEach(async () => {
  await addFile(randomBytes(MEGABYTE))
  ama = harness.browser()
  const email = `${mediaId}@example.org`
  await ama.signIn({ email })
  const account = await harness.db.one(
    z.object({ id: z.string() }),
    sql`select id from user_account where email = ${email}`,
  )
  userId = account.id
})

const addFile = async (bytes: Buffer) => {
  mediaId = randomUUID()
  grant = { key: `media/${mediaId}`, size: bytes.length, type: 'audio/mpeg', etag: '"v1"', name: 'drum.mp3' }
  await writeFile(join(harness.objectsDir, grant.key), bytes)
}

const path = () => `/api/media/${mediaId}/stream`
const stream = (headers: Record<string, string> = {}, browser = ama) => browser.request(path(), { headers })

/** The statement that listening-points gets with a heartbeat or an end of the session. */
const statement = async (browser = ama, path = HEARTBEAT, headers: Record<string, string> = {}) => {
  await browser.request(path, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', ...headers },
  })
  return String(harness.received.at(-1)?.headers[AUDIO_SENT_HEADER])
}
const sentTo = async (browser = ama, path = END): Promise<SentFiles> => {
  const files = await (await createAudioSentVerifier(harness.identityKey))(await statement(browser, path), userId)
  if (files === null) throw new Error('the statement is not valid')
  return files
}
const sentOfFile = async (browser = ama, path = END) => (await sentTo(browser, path))[mediaId]

const Ranges = z.object({ ranges: z.string() })
const storedRanges = async () => {
  await harness.gateway.storeAudioSent()
  return harness.db.many(
    Ranges,
    sql`select sent_bytes::text as ranges from audio_sent where user_id = ${userId} and media_id = ${mediaId}`,
  )
}

const asOwner = async (statement: Sql) => {
  const owner = connect({ url: harness.migratorUrl, log: createLog('test', 'silent') })
  await owner.run(statement).finally(() => owner.close())
}

describe('the audio that a listener was sent', () => {
  it('is nothing before the first request, and then the union of the ranges', async () => {
    expect(await sentTo()).toEqual({})
    await stream({ range: 'bytes=0-99999' })
    await stream({ range: 'bytes=50000-199999' })
    expect(await sentOfFile()).toEqual({ share: 0.2, reach: 0.2 })
    const [first, second] = [await statement(), await statement()]
    expect(second).toBe(first)
    expect(await sentOfFile(ama, HEARTBEAT)).toEqual({ share: 0.197, reach: 0.197 })
    await stream({ range: 'bytes=900000-' })
    expect(await sentOfFile()).toEqual({ share: 0.3, reach: 1 })
    await stream()
    expect(await sentOfFile()).toEqual({ share: 1, reach: 1 })
  })

  it('is stored once for many requests, and a second instance reads it', async () => {
    await stream({ range: 'bytes=0-99999' })
    await stream({ range: 'bytes=200000-299999' })
    expect(await storedRanges()).toEqual([{ ranges: '{[0,100000),[200000,300000)}' }])
    const other = await harness.startSecond()
    try {
      const browser = other.browser()
      for (const [name, value] of ama.cookies) browser.cookies.set(name, value)
      expect(await sentOfFile(browser)).toEqual({ share: 0.2, reach: 0.3 })
      await stream({ range: 'bytes=100000-199999' }, browser)
      await other.gateway.storeAudioSent()
      expect(await storedRanges()).toEqual([{ ranges: '{[0,300000)}' }])
    } finally {
      await other.close()
    }
  })

  it('contains a response that is still being sent, up to the bytes that the client takes', async () => {
    grant.size = 64 * MEGABYTE
    await truncate(join(harness.objectsDir, grant.key), grant.size)
    const cookie = [...ama.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asked = request({ host: '127.0.0.1', port: harness.port, path: path(), agent: false, headers: { cookie } })
    asked.on('error', () => {}).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    await once(response, 'data')
    response.pause()
    const first = (await sentOfFile())?.share ?? 0
    expect(first).toBeLessThan(0.5)

    let received = 0
    response.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > 40 * MEGABYTE) response.pause()
    })
    response.resume()
    await once(response, 'pause')
    const next = (await sentOfFile())?.share ?? 0
    expect(next).toBeGreaterThan(0.6)
    expect(next).toBeLessThan(1)
    response.on('error', () => {})
    asked.destroy()
    expect((await storedRanges()).length).toBe(1)
  })

  it('does not count a HEAD request or a 304', async () => {
    await ama.request(path(), { method: 'HEAD' })
    expect(await sentTo()).toEqual({})
    // The listener has no record of this file, so the bytes are sent.
    expect(await stream({ 'if-none-match': '"v1"', range: 'bytes=0-99999' })).toMatchObject({ status: 206 })
    expect(await stream({ 'if-none-match': '"v1"' })).toMatchObject({ status: 304 })
    expect(await sentOfFile()).toEqual({ share: 0.1, reach: 0.1 })
  })

  it('contains the ranges that nginx may send', async () => {
    const accel = await startHarness({ MEDIA_DELIVERY: 'accel' })
    try {
      accel.services.media = async (_, response) => {
        response.writeHead(204, { [GRANT_HEADER]: await createGrantSigner(accel.grantSecret)(grant) }).end()
      }
      const kofi = accel.browser()
      await kofi.signIn()
      await kofi.request(path(), { method: 'HEAD' })
      for (const range of ['bytes=0-99999', 'bytes=500000-599999', `bytes=${MEGABYTE}-`]) await stream({ range }, kofi)
      await accel.gateway.storeAudioSent()
      expect(await accel.db.many(Ranges, sql`select sent_bytes::text as ranges from audio_sent`)).toEqual([
        { ranges: '{[0,100000),[500000,600000)}' },
      ])
    } finally {
      await accel.close()
    }
  })

  it('is signed for the listener, and the header of a client is removed', async () => {
    await stream()
    const token = await statement()
    const kofi = harness.browser()
    await kofi.signIn({ email: `kofi-${mediaId}@example.org` })
    const forwarded = await statement(kofi, HEARTBEAT, { [AUDIO_SENT_HEADER]: token })
    expect(forwarded).not.toBe(token)
    const verify = await createAudioSentVerifier(harness.identityKey)
    expect(await verify(token, userId)).toEqual({ [mediaId]: { share: 1, reach: 1 } })
    expect(await verify(forwarded, userId)).toBeNull()
  })

  it('lists the eight recordings that were used last', async () => {
    const used: string[] = []
    for (let count = 0; count < 10; count++) {
      await addFile(randomBytes(100))
      await stream()
      used.push(mediaId)
    }
    expect(Object.keys(await sentTo()).toSorted()).toEqual(used.slice(2).toSorted())
  })

  it('does not delay audio or heartbeats while the database fails, and is stored later', async () => {
    await asOwner(sql`alter table gateway.audio_sent rename to audio_sent_away`)
    try {
      expect((await stream()).status).toBe(200)
      await expect(harness.gateway.storeAudioSent()).rejects.toThrow()
      expect(await sentOfFile()).toEqual({ share: 1, reach: 1 })
    } finally {
      await asOwner(sql`alter table gateway.audio_sent_away rename to audio_sent`)
    }
    expect(await storedRanges()).toEqual([{ ranges: `{[0,${MEGABYTE})}` }])
  })

  it('is deleted with the account', async () => {
    await stream()
    await harness.db.run(sql`delete from user_account where id = ${userId}`)
    expect(await storedRanges()).toEqual([])
  })
})
