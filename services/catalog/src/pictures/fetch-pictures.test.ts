import { CreateCreator, ListCreators } from '@griot/contracts/catalog/creators'
import { GetPodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { sql } from '@griot/service-kit/db/db'
import { createFetcher } from '@griot/service-kit/fetch/fetch-public'
import { createLog } from '@griot/service-kit/log/log'
import { hasOpenssl } from '@griot/service-kit/testing/certificates'
import { startHttpsPeer } from '@griot/service-kit/testing/https-peer'
import { person } from '@griot/service-kit/testing/identity'
import { plainPicture } from '@griot/service-kit/testing/plain-picture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { fetchDuePictures } from './fetch-pictures.ts'

describe.runIf(hasOpenssl)('the picture at an address that a creator gave', () => {
  let catalog: TestCatalog
  let peer: Awaited<ReturnType<typeof startHttpsPeer>>
  let received: string[] = []
  let status = 200
  let duringRequest: () => unknown = () => {}

  beforeAll(async () => {
    catalog = await startCatalog()
    peer = await startHttpsPeer(async ({ url = '' }, response) => {
      received.push(url)
      await duringRequest()
      const side = url === '/tiny.png' ? 100 : 400
      response.writeHead(status, { 'content-type': 'image/png' }).end(plainPicture(side))
    })
  })
  afterAll(async () => {
    peer.close()
    await catalog.close()
  })

  const fetchDue = () =>
    fetchDuePictures({
      db: catalog.db,
      store: catalog.store,
      log: createLog('catalog', 'silent'),
      fetchPublic: createFetcher(peer.options),
      onChange: () => catalog.cache.clear(),
    })
  const given = async (path: string) => {
    received = []
    const host = person()
    const { id } = await catalog.podcast(host)
    const change = (coverImage: string | null) =>
      catalog.as(host).call(UpdatePodcast, { params: { id }, body: { coverImage } })
    await change(peer.origin + path)
    return { id, change, shown: () => catalog.as(host).call(GetPodcast, { params: { id } }) }
  }

  it('is loaded once and shown as a picture of ours', async () => {
    const { id, shown } = await given('/cover.png')
    await Promise.all([fetchDue(), fetchDue()])
    await fetchDue()

    const { coverImage, givenPicture } = await shown()
    expect(coverImage).toMatch(new RegExp(`^/api/podcast/${id}/cover/[0-9a-f-]{36}/480$`))
    expect(givenPicture).toBeUndefined()
    expect((await catalog.as(null).fetch(coverImage)).headers.get('content-type')).toBe('image/webp')
    expect(received).toEqual(['/cover.png'])
  })

  it('is loaded for a profile', async () => {
    const owner = person()
    const profileImage = `${peer.origin}/ama.png`
    const creator = { name: 'Ama', bio: 'Talks.', profileImage }
    expect(await catalog.as(owner).call(CreateCreator, { body: creator })).toMatchObject({
      profileImage: null,
      givenPicture: { address: profileImage, failure: null },
    })
    await fetchDue()

    const [found] = await catalog.as(owner).call(ListCreators, { query: { userId: 'me' } })
    expect(found?.profileImage).toMatch(/^\/api\/creator\/.*\/portrait\//)
  })

  it('is not loaded if it cannot be used, and the host sees the reason', async () => {
    const { id, change, shown } = await given('/tiny.png')
    await fetchDue()
    await fetchDue()

    const failure = 'This picture is too small. It needs 300 by 300 pixels at least.'
    expect(await shown()).toMatchObject({
      coverImage: expect.stringMatching(new RegExp(`^/api/podcast/${id}/cover($|\\?)`)),
      givenPicture: { address: `${peer.origin}/tiny.png`, failure },
    })
    expect(received).toEqual(['/tiny.png'])

    // The host corrects the address.
    await change(`${peer.origin}/large.png`)
    await fetchDue()
    expect((await shown()).coverImage).toMatch(/\/cover\/[0-9a-f-]{36}\/480$/)
  })

  it('is tried again later if the server is unavailable, five times', async () => {
    status = 503
    const { id, shown } = await given('/busy.png')
    for (let round = 0; round < 7; round++) {
      await fetchDue()
      await catalog.db.run(
        sql`update podcast set picture_due_at = clock_timestamp() where id = ${id} and picture_due_at is not null`,
      )
    }
    status = 200

    expect((await shown()).givenPicture?.failure).toBe('The server returned 503.')
    expect(received).toHaveLength(5)
  })

  it('is not shown if the host removes the address meanwhile', async () => {
    const { change, shown } = await given('/removed.png')
    const drawn = (await shown()).coverImage
    duringRequest = () => change(null)
    await fetchDue()
    duringRequest = () => {}

    const { givenPicture, coverImage } = await shown()
    expect(received).toEqual(['/removed.png'])
    expect(givenPicture).toBeUndefined()
    expect(coverImage).toBe(drawn)
  })
})
