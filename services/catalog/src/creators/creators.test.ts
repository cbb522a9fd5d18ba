import { CreateCreator, type Creator, ListCreators } from '@griot/contracts/catalog/creators'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const SOCIAL_LINK = 'Please enter a handle or an address that starts with https://.'
const CREATOR = { name: 'Ama Mensah', bio: 'Economist and aunt.' }

describe('POST /api/creators', () => {
  it("creates the caller's profile with null for blank fields", async () => {
    const user = person()
    const socialLinks = { twitter: '@ama', instagram: '', website: 'https://ama.example.org' }

    const creator = await catalog.as(user).call(CreateCreator, { body: { ...CREATOR, profileImage: '', socialLinks } })

    expect(creator).toEqual({
      ...CREATOR,
      id: expect.any(String),
      userId: user.id,
      profileImage: null,
      socialLinks: { twitter: '@ama', instagram: null, website: 'https://ama.example.org/' },
      createdAt: expect.any(String),
    })
  })

  it('creates one profile per user in parallel requests', async () => {
    const visitor = catalog.as(person())
    const responses = await Promise.allSettled(
      Array.from({ length: 8 }, () => visitor.call(CreateCreator, { body: CREATOR })),
    )

    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(visitor.call(CreateCreator, { body: CREATOR })).rejects.toMatchObject({
      status: 409,
      code: 'creator.exists',
    })
  })

  it.each([
    ['name', { name: '' }, 'Name is required'],
    ['bio', { bio: ' ' }, 'Bio is required'],
    ['profileImage', { profileImage: 'http://plain.example.org/a.png' }, expect.any(String)],
    ['socialLinks.twitter', { socialLinks: { twitter: 'two words' } }, SOCIAL_LINK],
    ['socialLinks.website', { socialLinks: { website: 'data:text/html,x' } }, expect.any(String)],
  ])('refuses a wrong %s', async (field, part, sentence) => {
    const response = await catalog.as(person()).fetch('/api/creators', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...CREATOR, ...part }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: sentence } })
  })

  it('refuses other methods', async () => {
    const response = await catalog.as(person()).fetch('/api/creators', { method: 'PATCH' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('HEAD, GET, POST')
    expect(await response.json()).toMatchObject({ code: 'method.not_allowed' })
  })

  it('requires a signed-in user', async () => {
    await expect(catalog.as(null).call(CreateCreator, { body: CREATOR })).rejects.toMatchObject({ status: 401 })
  })
})

describe('GET /api/creators', () => {
  it('lists public profiles newest first, page by page', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      await catalog.as(person()).call(CreateCreator, { body: { ...CREATOR, name } })
    }

    const pages = await catalog.follow<Creator>('/api/creators?limit=2')
    expect(pages[0]?.map(({ name }) => name)).toEqual(['Three', 'Two'])
    expect(pages[1]?.[0]?.name).toBe('One')
  })

  it('finds the profile of one user', async () => {
    const ama = person()
    await catalog.as(ama).call(CreateCreator, { body: CREATOR })
    await catalog.as(person()).call(CreateCreator, { body: { ...CREATOR, name: 'Another name' } })

    const find = (userId: string) => catalog.as(null).call(ListCreators, { query: { userId } })
    expect(await find(ama.id)).toMatchObject([{ name: CREATOR.name, userId: ama.id }])
    expect(await find(person().id)).toEqual([])
  })
})
