import { CreateCreator, ListCreators } from '@griot/contracts/catalog/creators'
import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import { AcceptInvitation, ListMembers } from '@griot/contracts/catalog/members'
import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { CreatePreview } from '@griot/contracts/catalog/previews'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { invite } from '../testing/team.ts'

let catalog: TestCatalog
let ama: Person
let kofi: Person
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const publish = async (who: Person) => {
  const podcast = await catalog.podcast(who, { title: `A show of ${who.id}`, kind: 'serial' })
  const episode = await catalog.playableEpisode(who, podcast.id)
  const words = { name: 'Kwame', bio: 'Talks.', profileImage: null, socialLinks: {} }
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

describe('account data of catalog', () => {
  it('exports the data of the caller only', async () => {
    const hers = await publish(ama)
    const his = await publish(kofi)
    await heardBy(his.podcast.id, ama)

    const part = await catalog.as(ama).call(ReadAccountPart, {})

    expect(part).toMatchObject({
      creatorProfile: [{ name: 'Kwame' }],
      podcasts: [{ id: hers.podcast.id, kind: 'serial' }],
      episodes: [{ id: hers.episode.id, title: hers.episode.title }],
      listenedTo: [{ podcast_id: his.podcast.id }],
    })
    expect(JSON.stringify(part)).not.toContain(his.episode.id)
    await expect(catalog.as(null).call(ReadAccountPart, {})).rejects.toMatchObject({ status: 401 })
  })

  it('exports and deletes memberships, invitations and private links', async () => {
    const show = await catalog.podcast(kofi)
    await catalog.as(ama).call(AcceptInvitation, { params: { token: await invite(catalog, kofi, show.id, 'owner') } })
    await invite(catalog, ama, show.id, 'editor', 'esi@example.org')

    expect(await catalog.as(ama).call(ReadAccountPart, {})).toMatchObject({
      memberships: [{ podcast_id: show.id, role: 'owner', email: ama.email }],
      invitations: [{ podcast_id: show.id, role: 'editor', email: 'esi@example.org' }],
    })
    const draft = await catalog.draft(kofi, show.id)
    await catalog.as(ama).call(CreatePreview, { params: { id: draft.id }, body: {} })
    expect(await catalog.as(ama).call(ReadAccountPart, {})).toMatchObject({ privateLinks: [{ episode_id: draft.id }] })
    await catalog.as(ama).call(RemoveAccountPart, {})

    const left = await catalog.db.pool.query(
      `select (select json_agg(m) from podcast_member m), (select json_agg(i) from podcast_invitation i),
        (select json_agg(v) from episode_preview v)`,
    )
    expect(JSON.stringify(left.rows)).not.toContain(ama.id)
    expect(await catalog.as(kofi).call(ListMembers, { params: { id: show.id } })).toMatchObject([{ userId: kofi.id }])
  })

  it('deletes the data once, even if it is called twice, and keeps other users’ data', async () => {
    await publish(ama)
    const his = await publish(kofi)
    await heardBy(his.podcast.id, ama)

    for (const _ of [1, 2]) await catalog.as(ama).call(RemoveAccountPart, {})

    const part = await catalog.as(ama).call(ReadAccountPart, {})
    expect(part).toEqual({
      pictures: [],
      creatorProfile: [],
      podcasts: [],
      episodes: [],
      memberships: [],
      invitations: [],
      privateLinks: [],
      reports: [],
      notices: [],
      listenedTo: [],
      auditEntries: [],
      showsHiddenByBlock: [],
    })
    const left = await Promise.all([
      catalog.as(null).call(ListPodcasts, {}),
      catalog.as(null).call(ListEpisodes, {}),
      catalog.as(null).call(ListCreators, {}),
    ])
    expect(JSON.stringify(left)).not.toContain(ama.id)
    expect(left[1].map(({ id }) => id)).toContain(his.episode.id)
    // The listener count stays.
    const { count } = await catalog.db.one(
      z.object({ count: z.number() }),
      sql`select count(*) as count from podcast_listener where podcast_id = ${his.podcast.id}`,
    )
    expect(count).toBe(1)
  })
})
