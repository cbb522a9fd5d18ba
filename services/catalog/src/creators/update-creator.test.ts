import { CreateCreator, DeleteCreator, ListCreators, UpdateCreator } from '@griot/contracts/catalog/creators'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const given = async () => {
  const owner = person()
  const creator = await catalog.as(owner).call(CreateCreator, {
    body: {
      name: 'Ama',
      bio: 'Talks.',
      profileImage: 'https://example.org/ama.jpg',
      socialLinks: { twitter: '@ama', instagram: '', website: '' },
    },
  })
  return { owner, creator }
}

describe('PATCH /api/creator/:id', () => {
  it('updates the given fields only', async () => {
    const { owner, creator } = await given()
    const update = (body: object) => catalog.as(owner).call(UpdateCreator, { params: { id: creator.id }, body })

    expect(await update({ bio: 'Listens.' })).toEqual({ ...creator, bio: 'Listens.' })
    const { givenPicture, ...cleared } = await update({ profileImage: null })
    expect(givenPicture).toBeUndefined()
    expect(cleared).toMatchObject({ profileImage: null, name: 'Ama', bio: 'Listens.' })
    const socialLinks = { twitter: null, instagram: '@ama', website: 'https://ama.example.org/' }
    expect(await update({ socialLinks })).toMatchObject({ socialLinks })
    expect(await catalog.as(owner).call(ListCreators, { query: { userId: 'me' } })).toMatchObject([{ socialLinks }])
  })

  it('refuses other users', async () => {
    const { creator } = await given()
    const update = (who: ReturnType<typeof person>, id: string) =>
      catalog.as(who).call(UpdateCreator, { params: { id }, body: { name: 'Mine' } })

    await expect(update(person(), creator.id)).rejects.toMatchObject({ status: 404 })
    await expect(update(person(), person().id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('DELETE /api/creator/:id', () => {
  it('requires confirmation while podcasts show it', async () => {
    const { owner, creator } = await given()
    const podcast = await catalog.podcast(owner)
    const remove = (confirm?: 'true', who = owner) =>
      catalog.as(who).call(DeleteCreator, { params: { id: creator.id }, query: { confirm } })

    await expect(remove('true', person())).rejects.toMatchObject({ status: 404 })
    await expect(remove()).rejects.toMatchObject({ status: 409, code: 'creator.has_podcasts' })
    await remove('true')

    expect(await catalog.as(owner).call(ListCreators, { query: { userId: 'me' } })).toEqual([])
    expect(await catalog.as(owner).call(GetPodcast, { params: { id: podcast.id } })).toMatchObject({ hostImage: null })
  })
})
