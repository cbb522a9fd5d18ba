import { CreateCreator, Creator, DeleteCreator, ListCreators, UpdateCreator } from '@griot/contracts/catalog/creators'
import { GetPodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { DeleteCreatorPortrait, UploadCreatorPortrait } from '@griot/contracts/catalog/portraits'
import { pathFor } from '@griot/contracts/endpoint'
import { SetHostVisibility } from '@griot/service-kit/account/admin-calls'
import { person } from '@griot/service-kit/testing/identity'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepPictures } from '../pictures/upload-picture.ts'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const ADDRESS = 'https://example.org/ama.jpg'

const given = async () => {
  const owner = person()
  const body = { name: 'Ama', bio: 'Talks.', profileImage: ADDRESS }
  return { owner, creator: await catalog.as(owner).call(CreateCreator, { body }) }
}

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#c2541b' } })
    .jpeg()
    .toBuffer()

const upload = (who: ReturnType<typeof person> | null, id: string, bytes: Buffer, field = 'portrait') => {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' }))
  return catalog.as(who).fetch(pathFor(UploadCreatorPortrait, { params: { id } }), { method: 'POST', body: form })
}

const uploaded = async (who: ReturnType<typeof person>, id: string, bytes: Buffer) => {
  const response = await upload(who, id, bytes)
  expect(response.status).toBe(201)
  return Creator.parse(await response.json())
}

describe('POST /api/creator/:id/portrait', () => {
  it('shows the picture with the profile and its podcasts, in place of a given address', async () => {
    const { owner, creator } = await given()
    const podcast = await catalog.listedPodcast(owner)
    expect(podcast.hostImage).toBeNull()
    // The response cache must not return the previous picture.
    await catalog.as(null).call(ListPodcasts, {})

    const { profileImage } = await uploaded(owner, creator.id, await picture(600, 900))

    expect(profileImage).toMatch(new RegExp(`^/api/creator/${creator.id}/portrait/[0-9a-f-]{36}/160$`))
    const edited = { params: { id: creator.id }, body: { bio: 'Listens.', profileImage: ADDRESS } }
    expect(await catalog.as(owner).call(UpdateCreator, edited)).toMatchObject({ profileImage })
    expect(await catalog.as(null).call(GetPodcast, { params: { id: podcast.id } })).toMatchObject({
      hostImage: profileImage,
    })
    expect((await catalog.as(null).call(ListPodcasts, {})).find(({ id }) => id === podcast.id)).toMatchObject({
      hostImage: profileImage,
    })
    for (const [size, side] of [
      ['160', 160],
      ['1400', 600],
    ] as const) {
      const response = await catalog.as(null).fetch(profileImage?.replace(/160$/, size) ?? '')
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toContain('immutable')
      const { width, height } = await sharp(await response.arrayBuffer()).metadata()
      expect([width, height]).toEqual([side, side])
    }
  })

  it('is validated like a cover, with its own error codes', async () => {
    const { owner, creator } = await given()
    const refusal = async (bytes: Buffer, field?: string) => {
      const response = await upload(owner, creator.id, bytes, field)
      return { status: response.status, ...((await response.json()) as object) }
    }

    expect(await refusal(await picture(299))).toMatchObject({ status: 422, code: 'portrait.too_small' })
    expect(await refusal(Buffer.from('<svg/>'))).toMatchObject({
      status: 415,
      code: 'portrait.unsupported_type',
      fields: { portrait: expect.any(String) },
    })
    expect(await refusal(await picture(400), 'cover')).toMatchObject({
      status: 400,
      fields: { portrait: expect.any(String) },
    })
    expect(await catalog.as(owner).call(ListCreators, { query: { userId: 'me' } })).toEqual([creator])
  })

  it('refuses other users', async () => {
    const { creator } = await given()
    const bytes = await picture(400)

    for (const who of [person(), person({ roles: ['admin'] })]) {
      expect((await upload(who, creator.id, bytes)).status).toBe(404)
      await expect(catalog.as(who).call(DeleteCreatorPortrait, { params: { id: creator.id } })).rejects.toMatchObject({
        status: 404,
      })
    }
    expect((await upload(person(), 'none', bytes)).status).toBe(404)
    expect((await upload(null, creator.id, bytes)).status).toBe(401)
  })
})

describe('an uploaded portrait', () => {
  it('is served for its profile only, and absent after removal', async () => {
    const { owner, creator } = await given()
    const other = await given()
    const { profileImage } = await uploaded(owner, creator.id, await picture(400))
    const path = profileImage ?? ''

    expect((await catalog.as(null).fetch(path.replace(creator.id, other.creator.id))).status).toBe(404)
    expect(
      (await catalog.as(null).fetch(path.replace('/creator/', '/podcast/').replace('portrait', 'cover'))).status,
    ).toBe(404)
    expect(await catalog.as(owner).call(DeleteCreatorPortrait, { params: { id: creator.id } })).toEqual(creator)
    // Open pages still load it.
    expect((await catalog.as(null).fetch(path)).status).toBe(200)
  })

  it('is hidden with its profile from all but admins while a block hides the shows of its creator', async () => {
    const { owner, creator } = await given()
    const path = (await uploaded(owner, creator.id, await picture(400))).profileImage ?? ''
    const admin = person({ roles: ['admin'] })
    const setHidden = (isHidden: boolean, version: number) =>
      catalog.as(owner).call(SetHostVisibility, { params: { id: owner.id }, body: { isHidden, version } })
    const find = async () => (await catalog.as(null).call(ListCreators, { query: { userId: owner.id } })).length
    const statuses = () =>
      Promise.all([null, person(), admin].map(async (who) => (await catalog.as(who).fetch(path)).status))

    await setHidden(true, 1)
    expect([await statuses(), await find()]).toEqual([[404, 404, 200], 0])
    expect((await catalog.as(admin).fetch(path)).headers.get('cache-control')).toBe('private, no-store')
    await setHidden(false, 2)
    expect([await statuses(), await find()]).toEqual([[200, 200, 200], 1])
  })

  it('is deleted with its profile', async () => {
    const { owner, creator } = await given()
    const kept = await given()
    await uploaded(owner, creator.id, await picture(400))
    const still = await uploaded(kept.owner, kept.creator.id, await picture(400))

    await catalog.as(owner).call(DeleteCreator, { params: { id: creator.id } })
    await sweepPictures(catalog, 0)

    expect((await catalog.as(null).fetch(still.profileImage ?? '')).status).toBe(200)
    const stored = (await catalog.storedKeys()).filter((name) => name.endsWith('.webp'))
    const left = (await catalog.as(null).call(ListCreators, {})).filter(({ profileImage }) =>
      profileImage?.startsWith('/'),
    )
    expect(stored).toHaveLength(3 * left.length)
  })
})
