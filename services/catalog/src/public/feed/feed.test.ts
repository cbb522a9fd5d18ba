import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../../testing/harness.ts'

let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const host = person()
const feed = (id: string, init?: RequestInit) => catalog.as(null).fetch(`/feeds/${id}.xml`, init)
const makeMp3 = (bytes: number) => catalog.db.run(sql`update episode set mp3_bytes = ${bytes}`)

describe('the feed of a show', () => {
  it('is public with the episodes whose MP3 is ready', async () => {
    const { id } = await catalog.listedPodcast(host)
    expect(await (await feed(id)).text()).not.toContain('<item>')
    await makeMp3(4321)
    const response = await feed(id)
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(await response.text()).toContain('length="4321" type="audio/mpeg"')
  })

  it('answers HEAD without a body', async () => {
    const { id } = await catalog.listedPodcast(host)
    const response = await feed(id, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it.each(['nonsense', '0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11'])('is missing for %s', async (id) => {
    expect((await feed(id)).status).toBe(404)
  })

  it('is missing without a published episode, and gone after the deletion', async () => {
    const { id } = await catalog.podcast(host)
    expect((await feed(id)).status).toBe(404)
    await catalog.db.run(sql`insert into removed_address (id) values (${id})`)
    expect((await feed(id)).status).toBe(410)
  })
})
