import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { DeletePodcastCover, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { GetPodcast, Podcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { PictureOfAccount, ReadAccountPart } from '@griot/service-kit/account/account-part'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sweepPictures } from '../pictures/upload-picture.ts'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const host = person()

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#c2541b' } })

const upload = async (
  podcastId: string,
  bytes: Buffer | null,
  { who = host, field = 'cover', name = 'a.jpg' } = {},
) => {
  const form = new FormData()
  if (bytes === null) form.append(field, 'words')
  else form.append(field, new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
  return catalog
    .as(who)
    .fetch(pathFor(UploadPodcastCover, { params: { id: podcastId } }), { method: 'POST', body: form })
}

const uploaded = async (podcastId: string, bytes: Buffer): Promise<string> => {
  const response = await upload(podcastId, bytes)
  expect(response.status).toBe(201)
  return Podcast.parse(await response.json()).coverImage
}

const fetchCover = async (path: string, who: Person | null = null) => catalog.as(who).fetch(path)
const storedFiles = async () => (await catalog.storedKeys()).filter((name) => /\.(webp|jpg)$/.test(name))

/** A PNG of a few hundred bytes that declares this side length. */
const bomb = (side: number) => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(100_000))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

describe('POST /api/podcast/:id/cover', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('accepts a %s and serves it in three immutable sizes', async (format) => {
    const podcast = await catalog.podcast(host)

    const coverImage = await uploaded(podcast.id, await picture(1600).toFormat(format).toBuffer())

    expect(coverImage).toMatch(new RegExp(`^/api/podcast/${podcast.id}/cover/[0-9a-f-]{36}/480$`))
    expect(await catalog.as(host).call(GetPodcast, { params: { id: podcast.id } })).toMatchObject({
      coverImage,
      coverPixels: 1600,
    })
    for (const size of [160, 480, 1400]) {
      const response = await fetchCover(coverImage.replace(/480$/, String(size)))
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const made = await sharp(await response.arrayBuffer()).metadata()
      expect([made.format, made.width, made.height]).toEqual(['webp', size, size])
    }
  })

  it('is included in the account export of its host only', async () => {
    const podcast = await catalog.podcast(host)
    await uploaded(podcast.id, await picture(1500).jpeg().toBuffer())

    const { pictures = [] } = await catalog.as(host).call(ReadAccountPart, {})
    const found = z
      .array(PictureOfAccount)
      .parse(pictures)
      .find(({ of }) => of === podcast.id)
    const bytes = await (await fetchCover(found?.address ?? '', host)).arrayBuffer()
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ format: 'webp', width: 1400, height: 1400 })
    expect((await catalog.as(person()).call(ReadAccountPart, {})).pictures).toEqual([])
  })

  it('rotates upright, crops to the central square and never enlarges', async () => {
    const podcast = await catalog.podcast(host)
    // Stored rotated with EXIF orientation, as cameras do: left is red, right is blue.
    const half = await picture(400, 600).png().toBuffer()
    const rotated = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#0000ff' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

    const coverImage = await uploaded(podcast.id, rotated)

    const large = sharp(await (await fetchCover(coverImage.replace(/480$/, '1400'))).arrayBuffer())
    const { width, height } = await large.metadata()
    expect([width, height]).toEqual([600, 600])
    const { data } = await large.raw().toBuffer({ resolveWithObject: true })
    // After the rotation the left side is on top.
    expect((data[0] ?? 0) > (data[2] ?? 0)).toBe(true)
    expect((data.at(-3) ?? 0) < (data.at(-1) ?? 0)).toBe(true)
  })

  it('removes metadata', async () => {
    const podcast = await catalog.podcast(host)
    const telling = await picture(500)
      .withExif({ IFD0: { Copyright: 'Kofi', ImageDescription: '<script>alert(1)</script>' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect((await sharp(telling).metadata()).exif).toBeDefined()

    const coverImage = await uploaded(podcast.id, telling)

    const bytes = Buffer.from(await (await fetchCover(coverImage)).arrayBuffer())
    const made = await sharp(bytes).metadata()
    expect([made.exif, made.xmp, made.icc]).toEqual([undefined, undefined, undefined])
    expect(bytes.includes('Kofi')).toBe(false)
  })

  it('checks the content, not the file name or declared type', async () => {
    const podcast = await catalog.podcast(host)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')
    const gif = await picture(400).gif().toBuffer()
    const tiff = await picture(400).tiff().toBuffer()

    for (const bytes of [svg, gif, tiff, Buffer.from('<html>'), randomBytes(2_000)]) {
      const response = await upload(podcast.id, bytes)
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({
        code: 'cover.unsupported_type',
        fields: { cover: expect.any(String) },
      })
    }
  })

  it.each([
    ['a picture that is cut off', async () => (await picture(900).png().toBuffer()).subarray(0, 900), 'cover.broken'],
    [
      'random bytes after a valid header',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(5_000)]),
      'cover.broken',
    ],
    ['one that is too small', () => picture(299).png().toBuffer(), 'cover.too_small'],
    ['one that is too small on one side', () => picture(2_000, 200).png().toBuffer(), 'cover.too_small'],
    ['a small file of a billion pixels', async () => bomb(30_000), 'cover.too_many_pixels'],
  ])('refuses %s with a message, and stores nothing', async (_, make, code) => {
    const podcast = await catalog.podcast(host)
    const before = await storedFiles()

    const response = await upload(podcast.id, await make())

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
    expect(await catalog.as(host).call(GetPodcast, { params: { id: podcast.id } })).toMatchObject({
      coverImage: podcast.coverImage,
    })
    expect(await storedFiles()).toEqual(before)
  })

  it('refuses more than 10 MB, declared or not', async () => {
    const podcast = await catalog.podcast(host)

    for (const bytes of [11, 10.01].map((megabytes) => randomBytes(megabytes * 1024 * 1024))) {
      const response = await upload(podcast.id, bytes)
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'cover.too_large' })
    }
  })

  it('refuses malformed forms and other fields', async () => {
    const podcast = await catalog.podcast(host)
    const path = pathFor(UploadPodcastCover, { params: { id: podcast.id } })

    expect((await upload(podcast.id, null)).status).toBe(400)
    expect((await upload(podcast.id, await picture(400).png().toBuffer(), { field: 'audio' })).status).toBe(400)
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect((await catalog.as(host).fetch(path, json)).status).toBe(415)
    const packed = {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' },
    }
    expect((await catalog.as(host).fetch(path, packed)).status).toBe(415)
  })

  it('accepts one upload per user, and does not block others behind a slow one', async () => {
    const bytes = await picture(400).png().toBuffer()
    const disconnect = new AbortController()
    // As many as are decoded in parallel.
    for (const who of [person(), person(), person()]) {
      const podcast = await catalog.podcast(who)
      const path = pathFor(UploadPodcastCover, { params: { id: podcast.id } })
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      let isSending = false
      const sendSlowly = async () => {
        isSending = true
        const body = new ReadableStream({ start: (rest) => rest.enqueue(Buffer.from('--b')) })
        const sent = { method: 'POST', headers, body, duplex: 'half', signal: disconnect.signal } as RequestInit
        await catalog
          .as(who)
          .fetch(path, sent)
          .catch(() => {})
        isSending = false
      }
      const uploadBeside = async () => {
        const { status } = await upload(podcast.id, bytes, { who })
        // The slow upload may have arrived second and been refused.
        if (status !== 429 && !isSending) void sendSlowly()
        return status
      }
      await expect.poll(uploadBeside, { timeout: 30_000 }).toBe(429)
    }

    const podcast = await catalog.podcast(host)
    expect((await upload(podcast.id, bytes)).status).toBe(201)
    disconnect.abort()
  })

  it('refuses other users', async () => {
    const podcast = await catalog.podcast(host)
    const bytes = await picture(400).png().toBuffer()

    for (const who of [person(), person({ roles: ['admin'] })]) {
      expect((await upload(podcast.id, bytes, { who })).status).toBe(404)
    }
    expect((await upload('none', bytes)).status).toBe(404)
    expect(
      (await catalog.as(null).fetch(pathFor(UploadPodcastCover, { params: { id: podcast.id } }), { method: 'POST' }))
        .status,
    ).toBe(401)
  })
})

describe('an uploaded cover', () => {
  it('is replaced under a new address, and by a generated one after removal', async () => {
    const podcast = await catalog.podcast(host)
    const first = await uploaded(podcast.id, await picture(400).png().toBuffer())
    const second = await uploaded(podcast.id, await picture(500).png().toBuffer())
    expect(second).not.toBe(first)

    const drawn = await catalog.as(host).call(DeletePodcastCover, { params: { id: podcast.id } })

    expect(drawn.coverImage).toBe(podcast.coverImage)
    // Open pages still load the previous picture.
    expect((await fetchCover(first)).status).toBe(200)
    await expect(catalog.as(person()).call(DeletePodcastCover, { params: { id: podcast.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('is deleted after it is unused; other pictures stay', async () => {
    const podcast = await catalog.podcast(host)
    const first = await uploaded(podcast.id, await picture(400).png().toBuffer())
    const second = await uploaded(podcast.id, await picture(400).png().toBuffer())
    await catalog.db.run(sql`insert into cover (podcast_id) values (${podcast.id})`)
    const before = await storedFiles()

    await sweepPictures(catalog)
    expect(await storedFiles()).toEqual(before)
    await sweepPictures(catalog, 0)

    expect((await fetchCover(first)).status).toBe(404)
    expect((await fetchCover(second)).status).toBe(200)
    expect((await storedFiles()).some((name) => name.includes(first.split('/').at(-2) ?? ''))).toBe(false)
    expect(await catalog.db.run(sql`select from cover where unused_since is not null`)).toBe(0)
  })

  it('is served only for its podcast and in stored sizes', async () => {
    const podcast = await catalog.podcast(host)
    const other = await catalog.podcast(host)
    const coverImage = await uploaded(podcast.id, await picture(400).png().toBuffer())

    expect((await fetchCover(coverImage.replace(podcast.id, other.id))).status).toBe(404)
    expect((await fetchCover(coverImage.replace(/480$/, '481'))).status).toBe(404)
    expect((await fetchCover(coverImage.replace(/480$/, '../160'))).status).toBe(404)
  })
})
