import { APPLE_CATEGORIES, proposedAppleCategory } from '@griot/contracts/catalog/apple-categories'
import { CATEGORIES, GetPodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PODCAST, startCatalog, type TestCatalog } from '../testing/harness.ts'
import { fillFeedGuids } from './fill-feed-guids.ts'
import { feedGuidOf } from './show-details.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const host = person()
const DETAILS = {
  language: 'pt-br',
  isExplicit: true,
  author: 'The Kitchen Table',
  website: 'https://kitchen.example/',
  copyright: '© 2026 Ama Mensah',
  license: 'cc-by-4.0',
  licenseUrl: null,
  isComplete: true,
  isLocked: false,
  appleCategory: 'Business',
  appleSubcategory: 'Investing',
  funding: [{ url: 'https://kitchen.example/tip', text: 'Support us' }],
  people: [
    { name: 'Ama Mensah', role: 'Host', group: 'Cast' },
    { name: 'Kofi', role: 'Sound Designer', group: 'Audio Post-Production', href: 'https://kofi.example/' },
  ],
  txt: [{ purpose: 'applepodcastsverify', value: '9876' }],
}

const create = async (details: object) => {
  const response = await catalog.post(host, '/api/podcasts', { ...PODCAST, ...details })
  return { status: response.status, body: (await response.json()) as { id: string; fields?: Record<string, string> } }
}
const read = (id: string) => catalog.as(host).call(GetPodcast, { params: { id } })
const update = async (id: string, edit: object) => {
  await catalog.as(host).call(UpdatePodcast, { params: { id }, body: edit })
  return read(id)
}

describe('the details of a show', () => {
  it('have default values that feeds accept', async () => {
    const { body } = await create({})
    expect(await read(body.id)).toMatchObject({
      language: 'en',
      isExplicit: false,
      isComplete: false,
      isLocked: true,
      funding: [],
      people: [],
      txt: [],
      appleCategory: null,
      descriptionHtml: null,
      feedGuid: feedGuidOf(`https://griot.example/feeds/${body.id}.xml`),
      feedChangedAt: expect.any(String),
    })
  })

  it('are stored when the show is created, and when it is changed', async () => {
    const { body } = await create(DETAILS)
    expect(await read(body.id)).toMatchObject(DETAILS)

    const other = await create({})
    expect(await update(other.body.id, DETAILS)).toMatchObject(DETAILS)
  })

  it('stay as they are if an edit omits them', async () => {
    const { body } = await create(DETAILS)
    expect(await update(body.id, { title: 'Another title' })).toMatchObject({ ...DETAILS, title: 'Another title' })
  })

  it('are cleared by null, and by an empty text of a form', async () => {
    const { body } = await create(DETAILS)
    const cleared = { author: null, website: null, copyright: '', license: null, appleCategory: null, funding: [] }
    expect(await update(body.id, cleared)).toMatchObject({
      ...{ author: null, website: null, copyright: null, license: null, appleCategory: null, funding: [] },
      // A subcategory without its category has no meaning.
      appleSubcategory: null,
    })
  })

  it.each([
    ['language', 'xx'],
    ['language', 'english'],
    ['language', 'en_US'],
    ['language', null],
    ['isExplicit', 'yes'],
    ['website', 'http://kitchen.example'],
    ['website', 'javascript:alert(1)'],
    ['author', 'x'.repeat(256)],
    ['author', 'a\u0000b'],
    ['author', 'a\ud800b'],
    ['author', 'a\uffffb'],
    ['appleCategory', 'Arts & Crafts'],
    ['appleCategory', 'business'],
    ['appleSubcategory', 'Investing'],
    ['licenseUrl', 'ftp://example.org'],
    ['funding', [{ url: 'http://kitchen.example', text: 'Tip' }]],
    ['funding', [{ url: 'https://kitchen.example', text: 'x'.repeat(129) }]],
    ['funding', [{ url: 'https://kitchen.example', text: '' }]],
    ['funding', Array(11).fill({ url: 'https://kitchen.example', text: 'Tip' })],
    ['people', [{ name: '' }]],
    ['people', [{ name: 'Ama', role: 'Drummer' }]],
    ['people', [{ name: 'Ama', group: 'Band' }]],
    ['people', [{ name: 'Ama', href: 'javascript:alert(1)' }]],
    ['people', Array(51).fill({ name: 'Ama' })],
    ['txt', [{ purpose: 'verify', value: '' }]],
    ['txt', [{ purpose: 'x'.repeat(129), value: 'a' }]],
    ['txt', [{ purpose: '', value: 'x'.repeat(4001) }]],
    ['descriptionHtml', '<script>alert(1)</script>'],
    ['descriptionHtml', 'x'.repeat(100_001)],
    ['newFeedUrl', 'https://elsewhere.example/feed'],
    ['feedGuid', 'a'],
  ])('refuse %s %j with a sentence for the field', async (field, value) => {
    const { status, body } = await create({ [field]: value })

    expect(status).toBe(400)
    const [name, sentence] = Object.entries(body.fields ?? {})[0] ?? []
    expect(name?.split('.')[0]).toBe(field)
    expect(sentence).toMatch(/^[A-Z].*\w/)
  })

  it('require the address of a license that feeds do not know', async () => {
    const { status, body } = await create({ license: 'kitchen-license' })
    expect(status).toBe(400)
    expect(body.fields).toEqual({ licenseUrl: 'Please enter the address of this license.' })
    expect(await create({ license: 'kitchen-license', licenseUrl: 'https://kitchen.example/l' })).toMatchObject({
      status: 201,
    })
  })

  it('clear a subcategory that the new category does not have', async () => {
    const { body } = await create(DETAILS)
    expect(await update(body.id, { appleCategory: 'Arts' })).toMatchObject({
      appleCategory: 'Arts',
      appleSubcategory: null,
    })
  })

  it('accept each category of Apple with each of its subcategories', async () => {
    const { body } = await create({})
    for (const [appleCategory, subcategories] of Object.entries(APPLE_CATEGORIES)) {
      for (const appleSubcategory of [...subcategories, null]) {
        const category = { appleCategory, appleSubcategory }
        expect(await update(body.id, category)).toMatchObject(category)
      }
    }
  })

  it('have a category of Apple for each category of ours', () => {
    for (const category of CATEGORIES) expect(APPLE_CATEGORIES).toHaveProperty([proposedAppleCategory(category)])
  })
})

describe('a description as HTML', () => {
  const HTML = '<p>Money, <strong>plainly</strong>.</p><p onclick="x()">See <a href="https://a.example">a</a>.</p>'

  it('is sanitized, and its text is the description', async () => {
    const { body } = await create({ descriptionHtml: HTML.replace('Money', 'Cowries'), description: 'Ignored.' })
    expect(await read(body.id)).toMatchObject({
      description: 'Cowries, plainly.\n\nSee a.',
      descriptionHtml:
        '<p>Cowries, <strong>plainly</strong>.</p>' +
        '<p>See <a href="https://a.example" rel="nofollow ugc noopener">a</a>.</p>',
    })
    const found = await catalog.as(host).fetch('/api/podcasts?hostId=me&search=cowries')
    expect(await found.json()).toHaveLength(1)
  })

  it('is replaced by the plain text that an earlier studio saves, unless that did not change it', async () => {
    const { body } = await create({ descriptionHtml: HTML })
    const { description, descriptionHtml } = await read(body.id)
    expect(await update(body.id, { description, title: 'New' })).toMatchObject({ descriptionHtml })
    expect(await update(body.id, { description: 'Plain.' })).toMatchObject({
      description: 'Plain.',
      descriptionHtml: null,
    })
  })
})

describe('the identifier of a feed', () => {
  it.each([
    ['podnews.net/rss', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
    ['https://podnews.net/rss/', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
    ['mp3s.nashownotes.com/pc20rss.xml', '917393e3-1b1e-5cef-ace4-edaa54e1f810'],
  ])('of %s is %s', (address, guid) => {
    expect(feedGuidOf(address)).toBe(guid)
  })

  it('is added to podcasts of an earlier release, once', async () => {
    const ids = [(await create({})).body.id, (await create({})).body.id]
    const others = await read((await create({})).body.id)
    await catalog.db.run(
      sql`update podcast set feed_guid = null, feed_changed_at = null where id = any(${ids}::uuid[])`,
    )

    for (const _ of [1, 2]) await fillFeedGuids(catalog.db, { origin: 'https://other.example' })

    for (const id of ids) {
      const filled = await read(id)
      expect(filled.feedGuid).toBe(feedGuidOf(`other.example/feeds/${id}.xml`))
      expect(filled.feedChangedAt).toBe(filled.createdAt)
    }
    expect(await read(others.id)).toEqual(others)
  })
})
