import { ListShowsOfAccount } from '@griot/contracts/catalog/account-deletion'
import { CreateCreator, ListCreators } from '@griot/contracts/catalog/creators'
import { GetEpisode, ListEpisodes } from '@griot/contracts/catalog/episodes'
import { AcceptInvitation, ListMembers } from '@griot/contracts/catalog/members'
import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { CreatePreview } from '@griot/contracts/catalog/previews'
import { ListNotices } from '@griot/contracts/notices'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { SetHostVisibility } from '@griot/service-kit/account/admin-calls'
import { ReadFutureHosts } from '@griot/service-kit/catalog/future-hosts'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { CALLERS, createTeam, invite, join } from '../testing/team.ts'

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

  it('hands a show over to the owner who joined first, with its episodes', async () => {
    const show = await catalog.podcast(ama, { title: 'Shared' })
    const own = await catalog.podcast(ama, { title: 'Own' })
    const episode = await catalog.playableEpisode(ama, show.id)
    const ownEpisode = await catalog.episode(ama, own.id)
    await join(catalog, ama, show.id, 'editor')
    const first = await join(catalog, ama, show.id, 'owner')
    const second = await join(catalog, ama, show.id, 'owner')
    const plan = () => catalog.as(ama).call(ListShowsOfAccount, {})
    const hostsAfter = () => catalog.as(ama).call(ReadFutureHosts, { query: { ids: `${episode.id},${ownEpisode.id}` } })
    expect(await plan()).toEqual([
      { id: own.id, title: 'Own', newHostName: null },
      { id: show.id, title: 'Shared', newHostName: 'Ama Mensah' },
    ])
    expect(await hostsAfter()).toEqual([{ episodeId: episode.id, hostId: first.id, hostName: 'Ama Mensah' }])

    for (const _ of [1, 2]) await catalog.as(ama).call(RemoveAccountPart, {})

    expect(await hostsAfter()).toEqual([{ episodeId: episode.id, hostId: first.id, hostName: 'Ama Mensah' }])
    expect(await catalog.as(null).call(GetEpisode, { params: { id: episode.id } })).toMatchObject({ hostId: first.id })
    const members = await catalog.as(first).call(ListMembers, { params: { id: show.id } })
    expect(members.map(({ userId, role, isHost }) => [userId, role, isHost])).toMatchObject([
      [first.id, 'owner', true],
      [expect.any(String), 'editor', false],
      [second.id, 'owner', false],
    ])
    expect(await catalog.as(first).call(ListNotices, {})).toMatchObject([
      { title: 'You are the host of a show now', link: `/podcast/${show.id}` },
      { title: 'An invitation was accepted' },
    ])
    const audited = await catalog.db.run(sql`
      select from audit_entry where action = 'podcast.handed_over' and subject_id = ${show.id}
        and concerns_id = ${first.id} and actor_id is null
    `)
    expect(audited).toBe(1)
    expect((await catalog.as(first).fetch(`/api/podcast/${own.id}`)).status).toBe(404)
  })

  it('hands a show over once, or deletes it, if all owners delete their accounts at the same time', async () => {
    const show = await catalog.podcast(ama)
    const owners = [await join(catalog, ama, show.id, 'owner'), await join(catalog, ama, show.id, 'owner')]

    await Promise.all([ama, ...owners].map((who) => catalog.as(who).call(RemoveAccountPart, {})))

    const left = await catalog.db.pool.query(
      `select (select json_agg(p) from podcast p), (select json_agg(m) from podcast_member m)`,
    )
    for (const { id } of [ama, ...owners]) expect(JSON.stringify(left.rows)).not.toContain(id)
  })

  it('restores a show that the block of its host had hidden', async () => {
    const show = await catalog.listedPodcast(ama)
    const heir = await join(catalog, ama, show.id, 'owner')
    const body = { isHidden: true, version: 1 }
    await catalog.as(ama).call(SetHostVisibility, { params: { id: ama.id }, body })

    await catalog.as(ama).call(RemoveAccountPart, {})

    expect(await catalog.as(null).call(ListPodcasts, { query: { hostId: heir.id } })).toMatchObject([{ id: show.id }])
  })

  it('refuses the list of shows to visitors and lists only own shows', async () => {
    const team = await createTeam(catalog)
    const statuses = CALLERS.map(async (caller) => {
      const response = await catalog.as(team.callers[caller]).fetch(ListShowsOfAccount.path)
      return [response.status, ((await response.json()) as unknown[]).length]
    })
    expect(await Promise.all(statuses)).toEqual([
      [401, undefined],
      [200, 0],
      [200, 0],
      [200, 0],
      [200, 0],
      [200, 1],
      [200, 0],
    ])
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
      privateFeeds: [],
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
