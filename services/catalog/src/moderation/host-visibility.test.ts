import { HidePodcast, RestorePodcast } from '@griot/contracts/catalog/moderation'
import { GetPodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { ListNotices } from '@griot/contracts/notices'
import { SetHostVisibility } from '@griot/service-kit/account/admin-calls'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { publishDue } from '../publishing/publish-due.queries.ts'
import { admin, catalog, create, IN_AN_HOUR, makeDue, media, show, withPublishing } from '../testing/publishing.ts'
import { join } from '../testing/team.ts'

withPublishing()

const setVisibility = (who: Person, isHidden: boolean, version: number, id = who.id) =>
  catalog.as(who).call(SetHostVisibility, { params: { id }, body: { isHidden, version } })
const listed = async ({ id }: Person) =>
  (await catalog.as(null).call(ListPodcasts, { query: { hostId: id } })).map(({ title }) => title).sort()

describe('PUT /api/host/{id}/visibility', () => {
  it('hides all shows of a host and restores exactly these', async () => {
    const host = person()
    const other = person()
    const first = await catalog.listedPodcast(host, { title: 'First' })
    const second = await catalog.listedPodcast(host, { title: 'Second' })
    await catalog.listedPodcast(other, { title: 'Of another host' })
    await catalog.as(admin).call(HidePodcast, { params: { id: first.id }, body: { reason: 'Copied' } })

    for (const _ of [1, 2]) await setVisibility(host, true, 1)
    expect(await listed(host)).toEqual([])
    expect(await listed(other)).toEqual(['Of another host'])
    expect(await catalog.as(host).call(GetPodcast, { params: { id: second.id } })).toMatchObject({
      hiddenReason: 'The account of its host is blocked.',
    })

    await setVisibility(host, false, 2)
    expect(await listed(host)).toEqual(['Second'])
    await catalog.as(admin).call(RestorePodcast, { params: { id: first.id }, body: { reason: 'Allowed' } })
    expect(await listed(host)).toEqual(['First', 'Second'])
  })

  it.each([
    ['publishes a scheduled episode in secret until the release if the block hides the shows', true],
    ['publishes a scheduled episode for everyone if the block keeps the shows', false],
  ])('%s', async (_, isHidden) => {
    const host = person()
    const podcast = await catalog.podcast(host)
    const plan = { status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId: media.file(host).id } as const
    const { id } = await create(podcast.id, plan, host)
    await setVisibility(host, isHidden, 1)
    await makeDue(id)
    await publishDue(catalog.db)
    catalog.cache.clear()

    expect(await show(admin, id)).toMatchObject({ status: 'published' })
    expect((await catalog.as(null).fetch(`/api/episode/${id}`)).status).toBe(isHidden ? 404 : 200)
    await setVisibility(host, false, 2)
    expect(await show(null, id)).toMatchObject({ status: 'published' })
  })

  it('notifies the other members once of each change', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    const editor = await join(catalog, host, id, 'editor')

    for (const _ of [1, 2]) await setVisibility(host, true, 1)
    await setVisibility(host, false, 2)

    expect(await catalog.as(editor).call(ListNotices, {})).toMatchObject([
      { title: 'Your show is visible again' },
      { title: 'Your show was hidden', text: expect.stringContaining('the account of its host is blocked') },
    ])
  })

  it('ignores a state that arrives late', async () => {
    const host = person()
    await catalog.listedPodcast(host, { title: 'Kora' })
    await setVisibility(host, false, 2)
    await setVisibility(host, true, 1)
    expect(await listed(host)).toEqual(['Kora'])
  })

  it('is refused for another host and without a user', async () => {
    const host = person()
    await expect(setVisibility(host, true, 1, person().id)).rejects.toMatchObject({ status: 403 })
    expect((await catalog.as(null).fetch(`/api/host/${host.id}/visibility`, { method: 'PUT' })).status).toBe(401)
  })
})
