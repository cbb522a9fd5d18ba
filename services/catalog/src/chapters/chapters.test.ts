import { randomUUID } from 'node:crypto'
import { GetChapters, SaveChapters } from '@griot/contracts/catalog/chapters'
import { GetEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { pathFor } from '@griot/contracts/endpoint'
import { MediaDeleted, MediaProcessed } from '@griot/contracts/events'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { event, startCatalog, startEvents, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
let events: ReturnType<typeof startEvents>
let id: string
const host = person()
beforeAll(async () => {
  catalog = await startCatalog()
  events = startEvents(catalog)
})
afterAll(async () => {
  await events.close()
  await catalog.close()
})
beforeEach(async () => {
  const podcast = await catalog.podcast(host)
  id = (await catalog.playableEpisode(host, podcast.id)).id
})

const CHAPTERS = [
  { start: 0, title: 'Hello' },
  { start: 12.345, title: '</script> & "quotes"', url: 'https://example.com/a?b=c' },
  { start: 599.999, title: 'Bye', img: 'https://example.com/bye.jpg' },
]

const show = () => catalog.as(host).call(GetChapters, { params: { id } })
const save = (chapters: object[]) =>
  catalog.as(host).fetch(pathFor(SaveChapters, { params: { id } }), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chapters }),
  })

const notes = (description: string) => catalog.as(host).call(UpdateEpisode, { params: { id }, body: { description } })

let version = 0
const readFile = (chapters: { start: number; title: string }[] | undefined) => {
  version += 1
  const audio = { audioFileId: randomUUID(), duration: 600 }
  return events.deliver([
    event(MediaProcessed, { episodeId: id, version, ...audio, ...(chapters !== undefined && { chapters }) }),
  ])
}

describe('PUT /api/episode/:id/chapters', () => {
  it('saves chapters to the millisecond, and shows them with the episode', async () => {
    expect(await show()).toEqual({ chapters: null, proposals: [] })
    expect(await catalog.as(null).call(GetEpisode, { params: { id } })).not.toHaveProperty('chapters')

    const response = await save(CHAPTERS.map((chapter) => ({ ...chapter, start: chapter.start + 0.000_01 })))

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ chapters: CHAPTERS, proposals: [] })
    expect(await show()).toEqual({ chapters: CHAPTERS, proposals: [] })
    expect((await catalog.as(null).call(GetEpisode, { params: { id } })).chapters).toEqual(CHAPTERS)
  })

  it('removes all chapters by an empty list', async () => {
    await save(CHAPTERS)
    expect((await save([])).status).toBe(200)
    expect(await show()).toMatchObject({ chapters: [] })
  })

  const first = { start: 0, title: 'Hello' }
  it.each<[string, object[], string]>([
    ['the first does not start at 0', [{ start: 1, title: 'Hello' }], 'chapters.0.start'],
    ['two start at the same time', [first, { start: 5, title: 'A' }, { start: 5, title: 'B' }], 'chapters.2.start'],
    ['the times descend', [first, { start: 9, title: 'A' }, { start: 5, title: 'B' }], 'chapters.2.start'],
    ['one starts at the end of the recording', [first, { start: 600, title: 'A' }], 'chapters.1.start'],
    ['a time is negative', [{ start: -1, title: 'A' }], 'chapters.0.start'],
    ['a time is missing', [{ title: 'A' }], 'chapters.0.start'],
    ['a title is blank', [{ start: 0, title: ' ' }], 'chapters.0.title'],
    ['a title is too long', [{ start: 0, title: 'x'.repeat(201) }], 'chapters.0.title'],
    ['a title has control characters', [{ start: 0, title: 'a\u0007' }], 'chapters.0.title'],
    ['a link is not https', [{ ...first, url: 'http://example.com/' }], 'chapters.0.url'],
    ['a link is a script', [{ ...first, url: 'javascript:alert(1)' }], 'chapters.0.url'],
    ['a picture has credentials', [{ ...first, img: 'https://a:b@example.com/' }], 'chapters.0.img'],
    ['a field is unknown', [{ ...first, toc: false }], 'toc'],
    ['there are too many', Array.from({ length: 301 }, (_, at) => ({ start: at, title: 'A' })), 'chapters'],
  ])('refuses them if %s', async (_, chapters, field) => {
    await save([first])

    const response = await save(chapters)

    expect(response.status).toBe(400)
    expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field])
    expect(await show()).toMatchObject({ chapters: [first] })
  })

  it('hides chapters after the end of a shorter recording, and keeps them for the creator', async () => {
    await save(CHAPTERS)
    version += 1
    await events.deliver([event(MediaProcessed, { episodeId: id, version, audioFileId: randomUUID(), duration: 300 })])

    expect((await catalog.as(null).call(GetEpisode, { params: { id } })).chapters).toEqual(CHAPTERS.slice(0, 2))
    expect((await show()).chapters).toEqual(CHAPTERS)
  })
})

describe('the proposals for chapters', () => {
  const READ = [
    { start: 0, title: 'One' },
    { start: 2.5, title: 'Two' },
  ]

  it('come from the file, until it is removed', async () => {
    await readFile([...READ, { start: 600, title: 'After the end' }])
    expect(await show()).toEqual({ chapters: null, proposals: [{ source: 'file', chapters: READ }] })

    version += 1
    await events.deliver([event(MediaDeleted, { episodeId: id, version, audioFileId: null, duration: null })])
    expect(await show()).toEqual({ chapters: null, proposals: [] })
  })

  it('ignore events of media of an earlier release, which contain no chapters', async () => {
    await readFile(undefined)
    expect((await show()).proposals).toEqual([])
  })

  it.each([
    ['moves a first chapter of the delay of an encoder to 0', 0.025, [{ start: 0, title: 'One' }]],
    [
      'adds a beginning before a later first chapter',
      1.5,
      [
        { start: 0, title: 'Beginning' },
        { start: 1.5, title: 'One' },
      ],
    ],
  ])('%s', async (_, start, expected) => {
    await readFile([{ start, title: 'One' }, ...READ.slice(1)])
    expect((await show()).proposals[0]?.chapters).toEqual([...expected, READ[1]])
  })

  it('come from at least three lines of the notes that begin with a time', async () => {
    await notes('0:00 One\n0:10 Two')
    expect((await show()).proposals).toEqual([])

    await notes('About.\n0:00 One\n0:10 Two\n(1:00) – Three\n11:00 After the end')
    const chapters = [
      { start: 0, title: 'One' },
      { start: 10, title: 'Two' },
      { start: 60, title: 'Three' },
    ]
    expect((await show()).proposals).toEqual([{ source: 'notes', chapters }])
    expect((await save(chapters)).status).toBe(200)
  })
})
