import { GetEpisode, ListEpisodes, ListNewestEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import * as moderation from '@griot/contracts/catalog/moderation'
import { GetPodcast, ListFeaturedPodcasts, ListPodcasts, ListPopularPodcasts } from '@griot/contracts/catalog/podcasts'
import { SearchCatalog } from '@griot/contracts/catalog/search'
import { ListNotices } from '@griot/contracts/notices'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { itIsForAdmins } from '../testing/access.ts'
import { admin, catalog, host, stranger, update, visibilityEventsOf, withPublishing } from '../testing/publishing.ts'
import { join } from '../testing/team.ts'

withPublishing()

const REASON = 'It contains a copied song.'
const { HidePodcast, RestorePodcast, FeaturePodcast, UnfeaturePodcast, HideEpisode, RestoreEpisode } = moderation
type Moderation = (typeof moderation)[
  | 'HidePodcast'
  | 'RestorePodcast'
  | 'FeaturePodcast'
  | 'UnfeaturePodcast'
  | 'HideEpisode'
  | 'RestoreEpisode']
const moderate = (endpoint: Moderation, id: string, reason = REASON, who: Person = admin) =>
  catalog.as(who).call(endpoint, { params: { id }, body: { reason } })

const given = async (title = 'Kora Nights', who: Person = host) => {
  const podcast = await catalog.listedPodcast(who, { title })
  const [episode] = await catalog.as(null).call(ListPodcastEpisodes, { params: { id: podcast.id } })
  if (episode === undefined) throw new Error('no episode')
  return { podcast, episode }
}

const statusOf = async (who: Person | null, path: string) => (await catalog.as(who).fetch(path)).status

/** Everything public that could contain the podcast. */
const publicText = async ({ id, title }: { id: string; title: string }) => {
  const visitor = catalog.as(null)
  return JSON.stringify(
    await Promise.all([
      visitor.call(ListPodcasts, { query: { limit: 100 } }),
      visitor.call(ListPodcasts, { query: { ids: id } }),
      visitor.call(ListPodcasts, { query: { hostId: host.id, limit: 100 } }),
      visitor.call(ListPopularPodcasts, { query: { limit: 100 } }),
      visitor.call(ListFeaturedPodcasts, { query: {} }),
      visitor.call(ListEpisodes, { query: { limit: 100 } }),
      visitor.call(ListNewestEpisodes, { query: { podcastIds: id } }),
      visitor.call(SearchCatalog, { query: { q: title } }),
    ]),
  )
}

describe('hiding a podcast', () => {
  it('notifies each member once when it is hidden and restored', async () => {
    const owner = person()
    const { podcast } = await given('Shared Show', owner)
    const analyst = await join(catalog, owner, podcast.id, 'analyst')

    await moderate(HidePodcast, podcast.id)
    await moderate(RestorePodcast, podcast.id)

    expect(await catalog.as(analyst).call(ListNotices, {})).toMatchObject([
      { title: 'Your show is visible again' },
      { title: 'Your show was hidden', text: expect.stringContaining(REASON) },
    ])
  })

  it('keeps it from every list and page of others, and shows it with the reason to owner and admins', async () => {
    const { podcast, episode } = await given('Hidden Harp')
    await moderate(FeaturePodcast, podcast.id)
    expect(await publicText(podcast)).toContain(podcast.id)

    await moderate(HidePodcast, podcast.id)

    expect(await publicText(podcast)).not.toContain(podcast.id)
    for (const who of [null, stranger]) {
      expect(await statusOf(who, `/api/podcast/${podcast.id}`)).toBe(404)
      expect(await statusOf(who, `/api/podcast/${podcast.id}/episodes`)).toBe(404)
      expect(await statusOf(who, `/api/episode/${episode.id}`)).toBe(404)
      expect(await statusOf(who, `/api/episode/${episode.id}/neighbours`)).toBe(404)
    }
    for (const who of [host, admin]) {
      const shown = await catalog.as(who).call(GetPodcast, { params: { id: podcast.id } })
      expect(shown).toMatchObject({ hiddenReason: REASON, episodeCount: 0 })
      expect(await catalog.as(who).call(GetEpisode, { params: { id: episode.id } })).toMatchObject({
        hiddenReason: REASON,
        status: 'published',
      })
      const listed = await catalog.as(who).call(ListPodcastEpisodes, { params: { id: podcast.id } })
      expect(listed.map(({ id }) => id)).toEqual([episode.id])
    }
    expect(await catalog.as(host).call(ListPodcasts, { query: { hostId: 'me', ids: podcast.id } })).toHaveLength(1)
  })

  it('refuses its audio by an event to media, and allows it again when the podcast is restored', async () => {
    const { podcast, episode } = await given()

    await moderate(HidePodcast, podcast.id)
    await moderate(RestorePodcast, podcast.id)

    expect(await visibilityEventsOf(episode.id)).toEqual([
      { version: 1, isPublished: false, isDeleted: false },
      { version: 2, isPublished: true, isDeleted: false },
    ])
  })

  it('restores exactly the state before: drafts stay drafts, a hidden episode stays hidden', async () => {
    const { podcast, episode } = await given('Harp and Drum')
    const second = await catalog.playableEpisode(host, podcast.id, { title: 'Second', episodeNumber: 2 })
    const draft = await catalog.episode(host, podcast.id, { title: 'Draft', episodeNumber: 3 })
    await update(draft.id, { status: 'draft' })
    await moderate(HideEpisode, second.id, 'Its own reason.')
    const state = () => catalog.as(host).call(ListEpisodes, { query: { hostId: 'me', ids: episodeIds } })
    const episodeIds = [episode.id, second.id, draft.id].join(',')
    const before = await state()

    await moderate(HidePodcast, podcast.id)
    await moderate(RestorePodcast, podcast.id)

    expect(await state()).toEqual(before)
    expect(await publicText(podcast)).toContain(podcast.id)
    expect(await statusOf(null, `/api/episode/${episode.id}`)).toBe(200)
    expect(await statusOf(null, `/api/episode/${second.id}`)).toBe(404)
    expect(await statusOf(null, `/api/episode/${draft.id}`)).toBe(404)
  })

  it('hides an episode that the owner adds or publishes afterwards', async () => {
    const { podcast } = await given()
    const draft = await catalog.episode(host, podcast.id, { title: 'Later', episodeNumber: 5 })
    await update(draft.id, { status: 'draft' })
    await moderate(HidePodcast, podcast.id)

    const added = await catalog.playableEpisode(host, podcast.id, { title: 'Added', episodeNumber: 6 })
    await update(draft.id, { status: 'published' })

    for (const { id } of [added, draft]) expect(await statusOf(null, `/api/episode/${id}`)).toBe(404)
    await moderate(RestorePodcast, podcast.id)
    for (const { id } of [added, draft]) expect(await statusOf(null, `/api/episode/${id}`)).toBe(200)
  })

  it('marks the episodes that are hidden only with their show', async () => {
    const { podcast, episode } = await given()
    const own = await catalog.playableEpisode(host, podcast.id, { title: 'Own', episodeNumber: 2 })
    await moderate(HideEpisode, own.id, 'Its own reason.')
    await moderate(HidePodcast, podcast.id)

    const listed = await catalog.as(admin).call(ListPodcastEpisodes, { params: { id: podcast.id } })
    expect(listed.find(({ id }) => id === episode.id)).toMatchObject({ hiddenReason: REASON, isHiddenWithShow: true })
    expect(listed.find(({ id }) => id === own.id)).not.toHaveProperty('isHiddenWithShow')
    await expect(moderate(RestoreEpisode, episode.id)).rejects.toMatchObject({ status: 409 })
  })

  it('notifies the owner and writes the audit log', async () => {
    const owner = person()
    const { podcast } = await given('Loud Kora', owner)

    await moderate(HidePodcast, podcast.id)
    await moderate(RestorePodcast, podcast.id, '')

    const notices = await catalog.as(owner).call(ListNotices, {})
    expect(notices.map(({ title, text, link }) => ({ title, text, link }))).toEqual([
      {
        title: 'Your show is visible again',
        text: '“Loud Kora” is visible again.',
        link: `/podcast/${podcast.id}`,
      },
      {
        title: 'Your show was hidden',
        text: `“Loud Kora” was hidden. Reason: ${REASON}`,
        link: `/podcast/${podcast.id}`,
      },
    ])
    const entries = await catalog.db.many(
      z.object({ action: z.string(), by: z.string(), of: z.string(), reason: z.string().nullable() }),
      sql`
        select action, actor_id as by, concerns_id as of, reason from audit_entry where subject_id = ${podcast.id}
        order by created_at
      `,
    )
    expect(entries).toEqual([
      { action: 'podcast.hidden', by: admin.id, of: owner.id, reason: REASON },
      { action: 'podcast.restored', by: admin.id, of: owner.id, reason: null },
    ])
  })

  it('changes the state once if two admins hide at the same time', async () => {
    const { podcast } = await given()
    const results = await Promise.allSettled([
      moderate(HidePodcast, podcast.id),
      moderate(HidePodcast, podcast.id, 'Another reason.', person({ roles: ['admin'] })),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ status: 409, sentence: 'This show is hidden already.' })
  })

  it('requires a reason', async () => {
    const { podcast } = await given()
    await expect(moderate(HidePodcast, podcast.id, '  ')).rejects.toMatchObject({ status: 400 })
  })
})

describe('hiding an episode', () => {
  it('keeps it from others and leaves the podcast visible', async () => {
    const { podcast, episode } = await given()
    await catalog.playableEpisode(host, podcast.id)

    await moderate(HideEpisode, episode.id)

    expect(await statusOf(stranger, `/api/episode/${episode.id}`)).toBe(404)
    expect(await statusOf(null, `/api/podcast/${podcast.id}`)).toBe(200)
    expect(await catalog.as(host).call(GetEpisode, { params: { id: episode.id } })).toMatchObject({
      hiddenReason: REASON,
    })
    await moderate(RestoreEpisode, episode.id)
    expect(await statusOf(stranger, `/api/episode/${episode.id}`)).toBe(200)
    expect((await visibilityEventsOf(episode.id)).map(({ isPublished }) => isPublished)).toEqual([false, true])
  })
})

describe('featuring a podcast', () => {
  it('lists the last featured podcast first, until it ends', async () => {
    const first = (await given('First')).podcast
    const second = (await given('Second')).podcast
    await moderate(FeaturePodcast, first.id)
    await moderate(FeaturePodcast, second.id)
    const featured = async () =>
      (await catalog.as(null).call(ListFeaturedPodcasts, { query: { limit: 2 } })).map(({ id }) => id)

    expect(await featured()).toEqual([second.id, first.id])
    await moderate(UnfeaturePodcast, second.id)
    expect((await featured())[0]).toBe(first.id)
  })

  it('refuses a hidden podcast', async () => {
    const { podcast } = await given()
    await moderate(HidePodcast, podcast.id)
    await expect(moderate(FeaturePodcast, podcast.id)).rejects.toMatchObject({ status: 409, code: 'podcast.hidden' })
  })
})

describe('the access', () => {
  itIsForAdmins(
    Object.values(moderation).filter((value) => typeof value === 'object' && 'path' in value),
    { stranger, host },
  )
})
