import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const fetchCover = (path: string, headers = {}) => catalog.as(null).fetch(path, { headers })

describe('GET /api/podcast/:id/cover', () => {
  it('returns a public, cacheable picture without scripts', async () => {
    const { coverImage } = await catalog.podcast(person(), { title: 'Tom & <script>alert(1)</script>' })

    const response = await fetchCover(coverImage)

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': expect.stringContaining('max-age=86400'),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const svg = await response.text()
    expect(svg).toMatch(/^<svg /)
    expect(svg).not.toContain('<script')
    expect(svg).toContain('<title>Tom &#38; &#60;script&#62;alert(1)&#60;/script&#62;</title>')
  })

  it('returns the same picture each time, and 304 for its ETag', async () => {
    const { coverImage } = await catalog.podcast()
    const first = await fetchCover(coverImage)
    const second = await fetchCover(
      coverImage.toUpperCase().replace('/API/PODCAST', '/api/podcast').replace('/COVER', '/cover'),
    )
    expect(await second.text()).toBe(await first.text())

    const again = await fetchCover(coverImage, { 'if-none-match': first.headers.get('etag') })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('is compressed only if the client accepts it', async () => {
    const { coverImage } = await catalog.podcast()
    const plain = await fetchCover(coverImage, { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await fetchCover(coverImage, { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toBe(await plain.text())
  })

  it.each([person().id, 'not-an-id'])('returns 404 for %s', async (id) => {
    const response = await fetchCover(`/api/podcast/${id}/cover`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'podcast.not_found' })
  })
})
