import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PUBLIC_ORIGIN, startCatalog, type TestCatalog } from '../testing/harness.ts'

const HOSTILE = `"a" 'b' & <i> </script> ]]> \u202ec\u202c`

let catalog: TestCatalog
let podcastId: string
let episodeId: string
let draftId: string
const host = person()

beforeAll(async () => {
  catalog = await startCatalog()
  podcastId = (await catalog.podcast(host, { title: HOSTILE })).id
  episodeId = (await catalog.playableEpisode(host, podcastId, { title: HOSTILE, episodeNumber: 2 })).id
  draftId = (await catalog.draft(host, podcastId)).id
  await catalog.db.run(sql`update episode set mp3_bytes = 60000 where id = ${episodeId}`)
  catalog.cache.clear()
})
afterAll(() => catalog.close())

const ask = (query: Record<string, string>) => catalog.as(null).fetch(`/oembed?${new URLSearchParams(query)}`)
const Body = z.looseObject({ html: z.string(), height: z.number() })
const describeFor = async (query: Record<string, string>) => Body.parse(await (await ask(query)).json())
const page = () => `${PUBLIC_ORIGIN}/listen/${podcastId}/${episodeId}`

describe('GET /oembed', () => {
  it('describes the embed of an episode', async () => {
    const response = await ask({ url: page() })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const body = Body.parse(await response.json())
    expect(body).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: HOSTILE,
      author_name: 'Ama Mensah',
      author_url: `${PUBLIC_ORIGIN}/listen/${podcastId}`,
      provider_name: 'Griot',
      provider_url: PUBLIC_ORIGIN,
      width: 600,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    })
    const frame = load(body.html)('iframe')
    expect(frame.attr('src')).toBe(`${PUBLIC_ORIGIN}/embed/${episodeId}`)
    expect(frame.attr('title')).toBe(HOSTILE)
    expect(frame.attr('height')).toBe(String(body.height))
  })

  it.each([
    ['listen/{podcast}', 'embed/podcast/{podcast}'],
    ['podcast/{podcast}', 'embed/podcast/{podcast}'],
    ['embed/podcast/{podcast}', 'embed/podcast/{podcast}'],
    ['episode/{episode}?t=90', 'embed/{episode}'],
    ['embed/{episode}?theme=dark', 'embed/{episode}'],
  ])('finds the embed of /%s', async (given, expected) => {
    const fill = (path: string) =>
      `${PUBLIC_ORIGIN}/${path.replace('{podcast}', podcastId).replace('{episode}', episodeId)}`
    const { html } = await describeFor({ url: fill(given) })
    expect(load(html)('iframe').attr('src')).toBe(fill(expected))
  })

  it('writes the same as XML', async () => {
    const response = await ask({ url: page(), format: 'xml' })
    expect(response.headers.get('content-type')).toMatch(/^text\/xml/)
    const $ = load(await response.text(), { xml: true })
    const body = await describeFor({ url: page() })
    for (const [name, value] of Object.entries(body)) expect($(`oembed > ${name}`).text()).toBe(String(value))
  })

  it('respects the maximum width and height, and omits a larger thumbnail', async () => {
    const body = await describeFor({ url: page(), maxwidth: '320', maxheight: '150' })
    expect(body).toMatchObject({ width: 320, height: 150 })
    expect(Object.keys(body).filter((name) => name.startsWith('thumbnail'))).toEqual([])
    expect(body.html).toContain('width="320" height="150"')
  })

  it('refuses other addresses, other formats and private addresses', async () => {
    const statusOf = async (query: Record<string, string>) => (await ask(query)).status
    expect(await statusOf({})).toBe(404)
    expect(await statusOf({ url: 'https://elsewhere.example/listen/1' })).toBe(404)
    expect(await statusOf({ url: `${PUBLIC_ORIGIN}/library` })).toBe(404)
    // The existence of a draft is not public.
    expect(await statusOf({ url: `${PUBLIC_ORIGIN}/episode/${draftId}` })).toBe(404)
    expect(await statusOf({ url: page(), format: 'yaml' })).toBe(501)
    expect(await statusOf({ url: `${PUBLIC_ORIGIN}/preview/secret` })).toBe(401)
    expect(await statusOf({ url: `${PUBLIC_ORIGIN}/feeds/${podcastId}/private/secret.xml` })).toBe(401)
  })
})
