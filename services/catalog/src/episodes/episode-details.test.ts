import { GetEpisode, GetEpisodeNeighbours, ListPodcastEpisodes, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EPISODE, startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const host = person()
const PEOPLE = [{ name: 'Efua', role: 'Guest', group: 'Cast', href: 'https://efua.example/' }]

const create = async (podcastId: string, details: object) => {
  const response = await catalog.post(host, '/api/episodes', { ...EPISODE, podcastId, ...details })
  return {
    status: response.status,
    body: (await response.json()) as {
      id: string
      code?: string
      fields?: Record<string, string>
      releaseDate: string
    },
  }
}
const created = async (details: object = {}) => {
  const { id: podcastId } = await catalog.podcast(host)
  return { podcastId, ...(await create(podcastId, details)) }
}
const read = (id: string) => catalog.as(host).call(GetEpisode, { params: { id } })
const update = async (id: string, edit: object) => {
  await catalog.as(host).call(UpdateEpisode, { params: { id }, body: edit })
  return read(id)
}

describe('the details of an episode', () => {
  it('have default values', async () => {
    const { body } = await created()
    expect(await read(body.id)).toMatchObject({
      season: null,
      kind: 'full',
      guid: body.id,
      isExplicit: null,
      people: null,
      notesHtml: null,
      isBackdated: false,
      isGuidFixed: true,
    })
  })

  it('are stored when the episode is created, and when it is changed', async () => {
    const details = { season: 2, kind: 'bonus', isExplicit: true, people: PEOPLE, episodeNumber: null }
    const { body } = await created(details)
    expect(await read(body.id)).toMatchObject(details)
    expect(await update(body.id, { title: 'New' })).toMatchObject({ ...details, title: 'New' })

    const changed = { season: null, kind: 'trailer', isExplicit: false, people: [], episodeNumber: 7 }
    expect(await update(body.id, changed)).toMatchObject(changed)
    expect(await update(body.id, { isExplicit: null, people: null })).toMatchObject({ isExplicit: null, people: null })
  })

  it.each([
    ['season', 0],
    ['season', 1.5],
    ['season', 10_001],
    ['episodeNumber', 0],
    ['kind', 'interview'],
    ['isExplicit', 'clean'],
    ['people', [{ name: 'Efua', role: 'Drummer' }]],
    ['guid', ''],
    ['guid', 'a\u0007b'],
    ['guid', 'x'.repeat(1001)],
    ['releaseDate', 'yesterday'],
    ['releaseDate', '2199-01-01T00:00:00Z'],
    ['releaseDate', '1901-01-01T00:00:00Z'],
    ['notesHtml', '<p> </p>'],
    ['notesHtml', 'x'.repeat(100_001)],
    ['chapters', []],
    ['mp3Bytes', 1],
  ])('refuse %s %j with a sentence for the field', async (field, value) => {
    const { status, body } = await created({ [field]: value })
    expect(status).toBe(400)
    const [name, sentence] = Object.entries(body.fields ?? {})[0] ?? []
    expect(name?.split('.')[0]).toBe(field)
    expect(sentence).toMatch(/\w/)
  })

  it('accept 100 kB of hostile notes, and store them as harmless HTML', async () => {
    const hostile = '<p onclick="x()">]]&gt; “q” <script>alert(1)</script>\u202eabc 🥁\u0001</p>'
    const notesHtml = hostile.repeat(Math.floor(100_000 / hostile.length))
    const { status, body } = await created({ notesHtml })
    expect(status).toBe(201)
    const stored = await read(body.id)
    for (const harmful of ['script', 'onclick', '\u0001']) expect(stored.notesHtml).not.toContain(harmful)
    expect(stored.notesHtml).toContain('<p>]]&gt; “q” \u202eabc 🥁</p>')
    expect(stored.description.length).toBeLessThanOrEqual(5000)
  })
})

describe('the identifier in feeds', () => {
  it('is kept character by character, and unique in its show', async () => {
    const guid = 'https://old.example/?p=12&x=<é>'
    const { podcastId, body } = await created({ guid })
    expect(await read(body.id)).toMatchObject({ guid })

    expect(await create(podcastId, { guid })).toMatchObject({ status: 409, body: { code: 'episode.guid_taken' } })
    expect((await created({ guid })).status).toBe(201)
  })

  it('cannot be the id of another episode of the show', async () => {
    const { podcastId, body } = await created()
    const other = await create(podcastId, { guid: body.id })
    expect(other).toMatchObject({ status: 409, body: { fields: { guid: expect.any(String) } } })
  })

  it('changes before the first publication, and never afterwards', async () => {
    const { body } = await created({ status: 'draft' })
    expect(await update(body.id, { guid: 'one' })).toMatchObject({ guid: 'one', isGuidFixed: false })
    expect(await update(body.id, { status: 'published' })).toMatchObject({ guid: 'one', isGuidFixed: true })
    await update(body.id, { status: 'draft' })

    await expect(update(body.id, { guid: 'two' })).rejects.toMatchObject({ status: 409, code: 'episode.guid_fixed' })
    expect(await update(body.id, { guid: 'one', title: 'Same' })).toMatchObject({ guid: 'one', title: 'Same' })
  })
})

describe('a release date in the past', () => {
  const PAST = '2019-03-01T08:00:00.000Z'

  it('is that of the episode from its creation on', async () => {
    const { body } = await created({ releaseDate: PAST })
    expect(await read(body.id)).toMatchObject({ releaseDate: PAST, isBackdated: true })
  })

  it('stays when a draft is published', async () => {
    const { body } = await created({ status: 'draft', releaseDate: PAST })
    expect(await update(body.id, { status: 'published' })).toMatchObject({ releaseDate: PAST, status: 'published' })
  })

  it('is set and removed by an edit; then the first publication counts', async () => {
    const { body } = await created()
    expect(await update(body.id, { releaseDate: PAST })).toMatchObject({ releaseDate: PAST, isBackdated: true })
    const undone = await update(body.id, { releaseDate: null })
    expect(undone.isBackdated).toBe(false)
    expect(Math.abs(Date.parse(undone.releaseDate) - Date.parse(body.releaseDate))).toBeLessThan(1000)
  })

  it('is refused for a scheduled episode', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const { status, body } = await created({ status: 'scheduled', publishAt, releaseDate: PAST })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('releaseDate')
  })
})

describe('the order of the episodes of a show', () => {
  const titles = async (podcastId: string, query: object = {}) =>
    (await catalog.as(host).call(ListPodcastEpisodes, { params: { id: podcastId }, query })).map(({ title }) => title)

  it('is that of seasons and numbers, with unnumbered episodes after those before them by date', async () => {
    const { id: podcastId } = await catalog.podcast(host)
    const plan = [
      ['Trailer', { episodeNumber: null, kind: 'trailer', releaseDate: '2020-01-01T00:00:00Z' }],
      ['S1E1', { season: 1, episodeNumber: 1, releaseDate: '2020-01-02T00:00:00Z' }],
      ['S1E2', { season: 1, episodeNumber: 2, releaseDate: '2020-01-03T00:00:00Z' }],
      ['Bonus of season 1', { season: 1, episodeNumber: null, releaseDate: '2020-06-01T00:00:00Z' }],
      ['S2E1', { season: 2, episodeNumber: 1, releaseDate: '2020-02-01T00:00:00Z' }],
      ['Bonus', { episodeNumber: null, releaseDate: '2020-02-02T00:00:00Z' }],
      ['S2E1 again', { season: 2, episodeNumber: 1, releaseDate: '2020-03-01T00:00:00Z' }],
    ] as const
    const ids: string[] = []
    for (const [title, details] of [...plan].reverse())
      ids.unshift((await create(podcastId, { title, ...details })).body.id)
    await catalog.db.run(sql`
      update episode set audio_file_id = gen_random_uuid(), measured_seconds = 60 where podcast_id = ${podcastId}
    `)
    catalog.cache.clear()

    const expected = ['Trailer', 'S1E1', 'S1E2', 'Bonus of season 1', 'S2E1', 'Bonus', 'S2E1 again']
    expect(await titles(podcastId, { sort: 'oldest' })).toEqual(expected)
    expect(await titles(podcastId)).toEqual([...expected].reverse())

    const pages = await catalog.follow<{ title: string }>(`/api/podcast/${podcastId}/episodes?limit=2`)
    expect(pages.flat().map(({ title }) => title)).toEqual([...expected].reverse())
    const byLength = await catalog.follow<{ title: string }>(`/api/podcast/${podcastId}/episodes?limit=2&sort=shortest`)
    expect(byLength.flat().map(({ title }) => title)).toEqual(expected)

    const around = await catalog.as(null).call(GetEpisodeNeighbours, { params: { id: ids[5] ?? '' } })
    expect([around.previous?.title, around.next?.title]).toEqual(['S2E1', 'S2E1 again'])
    const first = await catalog.as(null).call(GetEpisodeNeighbours, { params: { id: ids[0] ?? '' } })
    expect([first.previous, first.next?.title]).toEqual([null, 'S1E1'])
  })

  it('shows the number that the previous release writes', async () => {
    const { podcastId, body } = await created({ episodeNumber: 3 })
    await catalog.db.run(sql`update episode set episode_number = 4 where id = ${body.id}`)
    expect(await read(body.id)).toMatchObject({ episodeNumber: 4 })
    // The previous release finds the number once.
    const repeated = await create(podcastId, { episodeNumber: 4 })
    expect(await read(repeated.body.id)).toMatchObject({ episodeNumber: 4 })
    expect(await catalog.db.run(sql`select from episode where podcast_id = ${podcastId} and episode_number = 4`)).toBe(
      1,
    )
  })
})
