import { randomBytes } from 'node:crypto'
import { DeletePodcastCover, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { HidePodcast, RestorePodcast } from '@griot/contracts/catalog/moderation'
import { DeletePodcast, GetPodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { coverPath, coverPreviewPath } from '@griot/contracts/public-addresses'
import { Id } from '@griot/contracts/values'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sweepPictures } from '../../pictures/upload-picture.ts'
import { startCatalog, type TestCatalog } from '../../testing/harness.ts'
import { publicCoverId } from './cover-address.ts'

const host = person()
const admin = person({ roles: ['admin'] })
const FOR_FEEDS = { format: 'jpeg', space: 'srgb', channels: 3, hasAlpha: false }

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const read = (path: string, init: RequestInit = {}) => catalog.as(null).fetch(path, init)
const bytesAt = async (path: string) => Buffer.from(await (await read(path)).arrayBuffer())
const statusOf = async (path: string) => {
  const response = await read(path)
  await response.arrayBuffer()
  return response.status
}

const Row = z.object({ id: Id, coverId: Id.nullable(), titleVersion: z.number() })

/** The id of the cover that a feed or page of this podcast shows now. */
const coverIdOf = async (id: string) =>
  publicCoverId(
    await catalog.db.one(
      Row,
      sql`select id, cover_id as "coverId", title_version as "titleVersion" from podcast where id = ${id}`,
    ),
  )

/** A public podcast with an uploaded cover of this side. */
const withUpload = async (side: number) => {
  const podcast = await catalog.listedPodcast(host)
  const pixels = sharp(randomBytes(48), { raw: { width: 4, height: 4, channels: 3 } })
  const form = new FormData()
  const bytes = await pixels.resize(side, side, { kernel: 'nearest' }).png().toBuffer()
  form.set('cover', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
  const path = pathFor(UploadPodcastCover, { params: { id: podcast.id } })
  expect((await catalog.as(host).fetch(path, { method: 'POST', body: form })).status).toBe(201)
  return { ...podcast, coverId: await coverIdOf(podcast.id) }
}

const storedJpegs = async (id: string) =>
  (await catalog.storedKeys()).filter((key) => key.includes(id) && key.endsWith('.jpg')).length

describe('GET /covers/:file', () => {
  it('sends an uploaded cover as a square JPEG that caches may keep', async () => {
    const { coverId } = await withUpload(2500)

    const response = await read(coverPath(coverId))

    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"/),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ ...FOR_FEEDS, width: 2500, height: 2500 })
    expect(bytes.length).toBeLessThan(512_000)
  })

  it('sends a preview of 1200 × 630', async () => {
    const { id, coverId } = await withUpload(1400)
    await catalog.as(host).call(DeletePodcastCover, { params: { id } })

    for (const picture of [coverId, await coverIdOf(id)]) {
      const preview = await bytesAt(coverPreviewPath(picture))
      expect(await sharp(preview).metadata()).toMatchObject({ ...FOR_FEEDS, width: 1200, height: 630 })
      expect(preview.length).toBeLessThan(2_000_000)
    }
  })

  it('answers HEAD with the length, and a known ETag with 304', async () => {
    const { coverId } = await withUpload(500)
    const bytes = await bytesAt(coverPath(coverId))

    const head = await read(coverPath(coverId), { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    expect(head.headers.get('content-type')).toBe('image/jpeg')

    const etag = head.headers.get('etag') ?? ''
    const known = await read(coverPath(coverId), { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect(known.status).toBe(304)
    expect(known.headers.get('etag')).toBe(etag)
    expect(await known.text()).toBe('')
  })

  it('makes the JPEG of a cover that an earlier release stored, once', async () => {
    const { id, coverId } = await withUpload(1700)
    await catalog.store.remove(`covers/${coverId}/square.jpg`)
    await catalog.store.remove(`covers/${coverId}/preview.jpg`)
    await catalog.db.run(sql`update cover set side_pixels = null where id = ${coverId}`)

    expect(await sharp(await bytesAt(coverPreviewPath(coverId))).metadata()).toMatchObject({ width: 1200 })
    expect(await storedJpegs(coverId)).toBe(2)
    expect(await sharp(await bytesAt(coverPath(coverId))).metadata()).toMatchObject({ ...FOR_FEEDS, width: 1400 })
    expect(await catalog.as(host).call(GetPodcast, { params: { id } })).toMatchObject({ coverPixels: 1400 })
  })
})

describe('the address of a drawn cover', () => {
  it.each([
    'Sankofa',
    'Asɛm Pa',
    'ሰላም',
    'مرحبا بالعالم',
    '"><script>alert(1)</script>',
    ']]> &amp; &#0; <!ENTITY x SYSTEM "file:///etc/passwd">',
    '\u202eright to left\u202c',
    '👩🏾‍🎤'.repeat(40),
    'x'.repeat(200),
  ])('has a square JPEG with the title %s', async (title) => {
    const { id } = await catalog.listedPodcast(host, { title })

    const bytes = await bytesAt(coverPath(await coverIdOf(id)))

    const { width, height, ...metadata } = await sharp(bytes).metadata()
    expect(metadata).toMatchObject(FOR_FEEDS)
    expect(width).toBe(height)
    expect(width).toBeGreaterThanOrEqual(1400)
    expect(width).toBeLessThanOrEqual(3000)
    expect(bytes.length).toBeLessThan(512_000)
  })

  it('has a picture that parallel requests share, stored once', async () => {
    const { id } = await catalog.listedPodcast(host)
    const path = coverPath(await coverIdOf(id))

    const all = await Promise.all(Array.from({ length: 8 }, () => bytesAt(path)))

    for (const bytes of all) expect(bytes.equals(all[0] ?? Buffer.alloc(0))).toBe(true)
    expect(await catalog.db.run(sql`select from cover where podcast_id = ${id}`)).toBe(1)
  })

  it('changes with the title, and the earlier one stays until its picture is removed', async () => {
    const { id } = await catalog.listedPodcast(host, { title: 'Before' })
    const first = coverPath(await coverIdOf(id))
    const before = await bytesAt(first)

    await catalog.as(host).call(UpdatePodcast, { params: { id }, body: { title: 'After' } })

    const second = coverPath(await coverIdOf(id))
    expect(second).not.toBe(first)
    expect((await bytesAt(second)).equals(before)).toBe(false)
    expect((await bytesAt(first)).equals(before)).toBe(true)

    await sweepPictures(catalog, 0)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  })

  it('is unknown for a title that the podcast never had', async () => {
    const { id } = await catalog.listedPodcast(host)
    for (const version of ['1', '7', '-1', '00', '1e3', '99999999999', 'preview'])
      expect(await statusOf(coverPath(`${id}-${version}`))).toBe(404)
    expect(await catalog.db.run(sql`select from cover where podcast_id = ${id}`)).toBe(0)
  })

  it('answers 503 with Retry-After while too many pictures wait, and makes them later', async () => {
    const podcasts = await Promise.all(
      Array.from({ length: 60 }, (_, at) => catalog.listedPodcast(host, { title: `Show ${at}` })),
    )
    const paths = await Promise.all(podcasts.map(async ({ id }) => coverPath(await coverIdOf(id))))

    const responses = await Promise.all(paths.map((path) => read(path)))

    const refused = responses.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => status === 200).length + refused.length).toBe(paths.length)
    for (const { headers } of refused) {
      expect(headers.get('retry-after')).toMatch(/^[1-9]/)
      expect(headers.get('cache-control') ?? '').not.toMatch(/immutable/)
    }
    await Promise.all(responses.map((response) => response.arrayBuffer()))
    for (const { url } of refused) expect(await statusOf(new URL(url).pathname)).toBe(200)
  })
})

describe('a cover in public', () => {
  it('is not found while its podcast is hidden or has no published episode', async () => {
    const { id, coverId } = await withUpload(400)
    const paths = [coverPath(coverId), coverPreviewPath(coverId), coverPath(`${id}-0`)]
    const statuses = () => Promise.all(paths.map(statusOf))
    expect(await statuses()).toEqual([200, 200, 200])

    await catalog.as(admin).call(HidePodcast, { params: { id }, body: { reason: 'Copied.' } })
    expect(await statuses()).toEqual([404, 404, 404])
    expect((await read(coverPath(coverId))).headers.get('cache-control') ?? '').not.toMatch(/public/)
    await catalog.as(admin).call(RestorePodcast, { params: { id }, body: {} })
    expect(await statuses()).toEqual([200, 200, 200])

    const draft = await catalog.podcast(host)
    expect(await statusOf(coverPath(await coverIdOf(draft.id)))).toBe(404)
  })

  it('is not found after the deletion of its podcast, and its files are removed', async () => {
    const { id, coverId } = await withUpload(400)
    const drawn = `${id}-0`
    expect(await statusOf(coverPath(drawn))).toBe(200)

    await catalog.as(host).call(DeletePodcast, { params: { id }, query: { confirm: 'true' } })

    expect([await statusOf(coverPath(coverId)), await statusOf(coverPath(drawn))]).toEqual([404, 404])
    await sweepPictures(catalog, 0)
    expect(await catalog.db.run(sql`select from cover where podcast_id = ${id}`)).toBe(0)
    expect(await storedJpegs(coverId)).toBe(0)
  })

  it.each(['x.jpg', '.jpg', `${'a'.repeat(36)}.jpg`, `${crypto.randomUUID()}.jpg`, `${crypto.randomUUID()}.png`])(
    'is not found at %s',
    async (file) => {
      expect(await statusOf(`/covers/${file}`)).toBe(404)
    },
  )
})
