import { UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { MediaProcessed } from '@griot/contracts/events'
import { sql } from '@griot/service-kit/db/db'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { event } from '../testing/harness.ts'
import { catalog, events, given, host, media, update, withPublishing } from '../testing/publishing.ts'
import { publishTags } from './send-tags.ts'

withPublishing()

const tagsOf = (id: string) =>
  catalog.db.many(
    z.unknown(),
    sql`
      select data -> 'tags' ->> 'title' as title, data -> 'tags' -> 'chapters' as chapters,
        data -> 'tags' ->> 'podcastTitle' as "podcastTitle"
      from outbox where queue = 'events-media' and data ->> 'episodeId' = ${id}
      order by (data ->> 'version')::int
    `,
  )
const sendAll = async () => {
  while ((await publishTags(catalog.db)) > 0);
}

describe('the tags of a published episode', () => {
  it('are sent to media once after each change', async () => {
    const { episode, podcast } = await given({ audioFileId: media.file(host).id })
    await sendAll()
    const first = { title: episode.title, podcastTitle: podcast.title, chapters: [] }
    expect(await tagsOf(episode.id)).toEqual([first])

    await update(episode.id, { description: 'Another description of the same episode.' })
    await sendAll()
    expect(await tagsOf(episode.id)).toEqual([first])

    await update(episode.id, { title: 'Another title' })
    const chapters = JSON.stringify([{ start: 0, title: 'Start', url: 'https://example.org' }])
    await catalog.db.run(sql`update episode set chapters = ${chapters}::jsonb where id = ${episode.id}`)
    await sendAll()
    await sendAll()
    const second = { ...first, title: 'Another title', chapters: [{ start: 0, title: 'Start' }] }
    expect(await tagsOf(episode.id)).toEqual([first, second])
  })

  it('are not sent for a draft', async () => {
    const { episode } = await given({ status: 'draft' })
    await sendAll()
    expect(await tagsOf(episode.id)).toEqual([])
  })

  it('do not change with the title of the show, whose episodes would all be made again', async () => {
    const { episode, podcast } = await given({ audioFileId: media.file(host).id })
    await sendAll()
    await catalog.as(host).call(UpdatePodcast, { params: { id: podcast.id }, body: { title: 'Another show' } })
    await sendAll()
    expect(await tagsOf(episode.id)).toHaveLength(1)
  })
})

it('stores the size of the MP3, and keeps it for an event of an earlier release', async () => {
  const file = media.file(host)
  const { episode } = await given({ audioFileId: file.id })
  const mp3Bytes = async (version: number, more: { mp3Bytes?: number | null }) => {
    const audio = { episodeId: episode.id, version, audioFileId: file.id, duration: 60, ...more }
    await events.deliver([event(MediaProcessed, audio)])
    const row = sql`select mp3_bytes as bytes from episode where id = ${episode.id}`
    return (await catalog.db.one(z.object({ bytes: z.number().nullable() }), row)).bytes
  }

  expect(await mp3Bytes(2, { mp3Bytes: 12_345 })).toBe(12_345)
  expect(await mp3Bytes(3, {})).toBe(12_345)
  expect(await mp3Bytes(4, { mp3Bytes: null })).toBeNull()
})
