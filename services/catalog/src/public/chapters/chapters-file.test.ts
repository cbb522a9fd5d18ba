import { SaveChapters } from '@griot/contracts/catalog/chapters'
import { UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { chaptersPath } from '@griot/contracts/public-addresses'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../../testing/harness.ts'

let catalog: TestCatalog
let id: string
const host = person()
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  const podcast = await catalog.podcast(host)
  id = (await catalog.playableEpisode(host, podcast.id)).id
})

const CHAPTERS = [
  { start: 0, title: '</script> ]]> "quotes" \u202e' },
  { start: 12.345, title: 'The river', url: 'https://example.com/', img: 'https://example.com/river.jpg' },
]
const save = (chapters = CHAPTERS) => catalog.as(host).call(SaveChapters, { params: { id }, body: { chapters } })
const file = (init?: RequestInit) => catalog.as(null).fetch(chaptersPath(id), init)

describe('the chapters file of an episode', () => {
  it('is JSON 1.2 for everyone', async () => {
    await save()

    const response = await file()

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json+chapters')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await response.json()).toEqual({
      version: '1.2.0',
      chapters: [
        { startTime: 0, title: CHAPTERS[0]?.title },
        { startTime: 12.345, title: 'The river', url: 'https://example.com/', img: 'https://example.com/river.jpg' },
      ],
    })
  })

  it('has an ETag that changes with the chapters, and answers HEAD and conditional requests', async () => {
    await save()
    const etag = (await file()).headers.get('etag') ?? ''
    expect((await file({ headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await file({ method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])

    await save(CHAPTERS.slice(0, 1))
    expect((await file({ headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('leaves out chapters after the end of the recording', async () => {
    await save()
    await catalog.db.run(sql`update episode set measured_seconds = 10 where id = ${id}`)
    catalog.cache.clear()

    expect(((await (await file()).json()) as { chapters: unknown[] }).chapters).toHaveLength(1)
  })

  it('is missing without saved chapters, even if the notes have times', async () => {
    await catalog.as(host).call(UpdateEpisode, {
      params: { id },
      body: { description: '0:00 One\n1:00 Two\n2:00 Three' },
    })
    expect((await file()).status).toBe(404)
    await save([])
    expect((await file()).status).toBe(404)
  })

  it('is missing for a draft, a hidden episode and an unknown id, and gone after the deletion', async () => {
    await save()
    await catalog.as(host).call(UpdateEpisode, { params: { id }, body: { status: 'draft' } })
    expect((await file()).status).toBe(404)

    await catalog.as(host).call(UpdateEpisode, { params: { id }, body: { status: 'published' } })
    expect((await file()).status).toBe(200)
    await catalog.db.run(sql`update episode set hidden_at = now(), hidden_reason = 'No.' where id = ${id}`)
    catalog.cache.clear()
    expect((await file()).status).toBe(404)

    expect((await catalog.as(null).fetch('/chapters/nonsense.json')).status).toBe(404)
    await catalog.db.run(sql`insert into removed_address (id) values (${id})`)
    catalog.cache.clear()
    expect((await file()).status).toBe(410)
  })
})
