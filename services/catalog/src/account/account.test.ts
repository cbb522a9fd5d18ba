import { CreateCreator, ListCreators } from '@griot/contracts/catalog/creators'
import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account-part'
import { sql } from '@griot/service-kit/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startCatalog, type TestCatalog } from '../testing.ts'

let catalog: TestCatalog
let ama: Person
let kofi: Person
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const publish = async (who: Person) => {
  const podcast = await catalog.podcast(who, { title: `A show of ${who.id}` })
  const episode = await catalog.episode(who, podcast.id)
  const words = { name: 'Somebody', bio: 'Talks.', profileImage: null, socialLinks: {} }
  await catalog.as(who).call(CreateCreator, { body: words })
  return { podcast, episode }
}
const heardBy = (podcastId: string, { id }: Person) =>
  catalog.db.run(sql`
    insert into podcast_listener (podcast_id, user_id, last_listened_at) values (${podcastId}, ${id}, now())
  `)

beforeEach(async () => {
  ama = person()
  kofi = person()
})

describe('what catalog keeps about a person', () => {
  it('is told to them, and nothing of anybody else', async () => {
    const hers = await publish(ama)
    const his = await publish(kofi)
    await heardBy(his.podcast.id, ama)

    const part = await catalog.as(ama).call(ReadAccountPart, {})

    expect(part).toMatchObject({
      creatorProfile: [{ name: 'Somebody' }],
      podcasts: [{ id: hers.podcast.id }],
      episodes: [{ id: hers.episode.id, title: hers.episode.title }],
      listenedTo: [{ podcast_id: his.podcast.id }],
    })
    expect(JSON.stringify(part)).not.toContain(his.episode.id)
    await expect(catalog.as(null).call(ReadAccountPart, {})).rejects.toMatchObject({ status: 401 })
  })

  it('goes, however often it is asked to, and what others have stays', async () => {
    await publish(ama)
    const his = await publish(kofi)
    await heardBy(his.podcast.id, ama)

    for (const _ of [1, 2]) await catalog.as(ama).call(RemoveAccountPart, {})

    const part = await catalog.as(ama).call(ReadAccountPart, {})
    expect(part).toEqual({ pictures: [], creatorProfile: [], podcasts: [], episodes: [], listenedTo: [] })
    const left = await Promise.all([
      catalog.as(null).call(ListPodcasts, {}),
      catalog.as(null).call(ListEpisodes, {}),
      catalog.as(null).call(ListCreators, {}),
    ])
    expect(JSON.stringify(left)).not.toContain(ama.id)
    expect(left[1].map(({ id }) => id)).toContain(his.episode.id)
    // She was a listener, and is still counted as one.
    const { count } = await catalog.db.one(
      z.object({ count: z.number() }),
      sql`select count(*) as count from podcast_listener where podcast_id = ${his.podcast.id}`,
    )
    expect(count).toBe(1)
  })
})
