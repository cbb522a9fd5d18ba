import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { audioPath } from '@griot/contracts/public-addresses'
import { sql } from '@griot/service-kit/db/db'
import { createGrantSigner, GRANT_HEADER } from '@griot/service-kit/identity/grant'
import { createS3Store } from '@griot/service-kit/objects/s3-store'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { findMinio, serveMinio } from '@griot/service-kit/testing/minio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contentSecurityPolicy } from '../modules/render-page.ts'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

const minio = findMinio()

const serveS3rver = async (folder: string) => {
  const { port, close } = await serveBucket(folder)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    close: async () => close(),
  }
}

type Bucket = Awaited<ReturnType<typeof serveS3rver>>
const buckets: [string, (folder: string) => Promise<Bucket>][] = [['s3rver', serveS3rver]]
if (minio !== undefined) buckets.push(['MinIO', (folder) => serveMinio(minio, folder)])

describe.each(buckets)('a player that is redirected to the bucket (%s)', (server, serve) => {
  let folder: string
  let bucket: Bucket
  let harness: Harness
  const mediaId = randomUUID()
  const bytes = randomBytes(300_000)
  const path = `/api/media/${mediaId}/stream`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-redirect-'))
    bucket = await serve(folder)
    const { endpoint, accessKey, secretKey } = bucket
    const store = createS3Store({ endpoint, bucket: 'griot', accessKey, secretKey, region: 'us-east-1' })
    await store.ready()
    await store.put(`originals/${mediaId}`, Readable.from([bytes]))
    harness = await startHarness({
      MEDIA_DELIVERY: 'redirect',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    })
    harness.services.media = async (_, response) => {
      const grant = { key: `originals/${mediaId}`, size: bytes.length, type: 'audio/mpeg', etag: '"v1"', name: 'ɛ.mp3' }
      response.writeHead(204, { [GRANT_HEADER]: await createGrantSigner(harness.grantSecret)(grant) }).end()
    }
  })
  afterAll(async () => {
    await harness.close()
    await bucket.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${harness.port}${path}`, { method, headers, redirect: 'manual' })

  it('gets the recording or a range of it, by an address that is valid for one minute', async () => {
    const led = await ask()
    expect(led.status).toBe(307)
    expect(led.headers.get('cache-control')).toBe('private, no-store')
    for (const header of ['etag', 'accept-ranges', 'content-disposition']) expect(led.headers.get(header)).toBeNull()
    const location = led.headers.get('location') ?? ''
    expect(new URL(location).origin).toBe(bucket.endpoint)
    expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('60')

    const whole = await fetch(location)
    expect(whole.headers.get('content-type')).toBe('audio/mpeg')
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="recording"; filename*=UTF-8''%C9%9B.mp3`,
    )
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const part = await fetch(location, { headers: { range: 'bytes=5-9' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true)

    const played = await fetch((await ask({ 'sec-fetch-dest': 'audio' })).headers.get('location') ?? '')
    expect(played.headers.get('content-disposition')).toBe('inline')
    await played.body?.cancel()
  })

  it.runIf(server === 'MinIO')('cannot make other addresses of it', async () => {
    const location = new URL((await ask()).headers.get('location') ?? '')
    const other = new URL(location)
    other.searchParams.set('X-Amz-Expires', '86400')
    expect((await fetch(other)).status).toBe(403)
    const page = new URL(location)
    page.searchParams.set('response-content-type', 'text/html')
    expect((await fetch(page)).status).toBe(403)
    expect((await fetch(location.origin + location.pathname)).status).toBe(403)
  })

  it('gets 304 and HEAD responses without a redirect', async () => {
    // Node's fetch would add `no-cache`, which requests the whole response.
    const cached = await ask({ 'if-none-match': '"v1"', 'cache-control': 'max-age=0' })
    expect(cached.status).toBe(304)
    const head = await ask({}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
  })

  it('gets a link that is valid for a day at the address for podcast apps', async () => {
    const address = `http://127.0.0.1:${harness.port}${audioPath(mediaId)}`
    const led = await fetch(address, { redirect: 'manual' })
    expect(led.status).toBe(302)
    expect(led.headers.get('cache-control')).toContain('no-store')
    expect(led.headers.get('access-control-allow-origin')).toBe('*')
    const location = led.headers.get('location') ?? ''
    expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('86400')
    const part = await fetch(location, { headers: { range: 'bytes=5-9' } })
    expect(part.headers.get('content-type')).toBe('audio/mpeg')
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true)
    const head = await fetch(address, { method: 'HEAD', redirect: 'manual' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('counts as having got the whole file, once signed in', async () => {
    const browser = harness.browser()
    await browser.signIn()
    await browser.request(path, { method: 'HEAD' })
    expect((await browser.request(path, { headers: { range: 'bytes=0-9' } })).status).toBe(307)
    await harness.gateway.storeAudioSent()
    const stored = await harness.db.one(
      z.object({ ranges: z.string() }),
      sql`select sent_bytes::text as ranges from audio_sent where media_id = ${mediaId}`,
    )
    expect(stored.ranges).toBe(`{[0,${bytes.length})}`)
  })

  it('gets no further address after the owner has taken the episode back', async () => {
    expect((await ask()).status).toBe(307)
    const grantAll = harness.services.media
    harness.services.media = respondJson({ code: 'media.not_found', message: 'No.', requestId: 'r' }, 404)
    // The gateway reuses a grant for less than a second.
    await expect.poll(async () => (await ask()).status, { timeout: 2_000 }).toBe(404)
    harness.services.media = grantAll
  })

  it('is not redirected without a grant', async () => {
    harness.services.media = respondJson({ code: 'media.not_found', message: 'No.', requestId: 'r' }, 404)
    const led = await fetch(`http://127.0.0.1:${harness.port}/api/media/${randomUUID()}/stream`, { redirect: 'manual' })

    expect(led.status).toBe(404)
    expect(led.headers.get('location')).toBeNull()
  })
})

describe('the content security policy of a page with recordings from a bucket', () => {
  it('allows this bucket and no other origin', () => {
    const differs = (origin?: string) => contentSecurityPolicy({ template: '' }, origin).split('; ')
    const usual = differs()

    expect(differs('http://127.0.0.1:9000').filter((rule) => !usual.includes(rule))).toEqual([
      "media-src 'self' https: blob: http://127.0.0.1:9000",
      "connect-src 'self' http://127.0.0.1:9000",
    ])
  })
})
