import { UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { HidePodcast, RestorePodcast } from '@griot/contracts/catalog/moderation'
import { Podcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { SetHostVisibility } from '@griot/service-kit/account/admin-calls'
import { person } from '@griot/service-kit/testing/identity'
import { plainPicture } from '@griot/service-kit/testing/plain-picture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { CALLERS, createTeam, type Team } from '../testing/team.ts'

let catalog: TestCatalog
let team: Team
/** The addresses of the drawn and of the uploaded cover. */
let covers: string[]
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  catalog = await startCatalog()
  team = await createTeam(catalog)
  const form = new FormData()
  form.set('cover', new File([plainPicture(400)], 'cover.png', { type: 'image/png' }))
  const path = pathFor(UploadPodcastCover, { params: { id: team.podcast.id } })
  const response = await catalog.as(team.host).fetch(path, { method: 'POST', body: form })
  covers = [team.podcast.coverImage, Podcast.parse(await response.json()).coverImage]
})
afterAll(() => catalog.close())

const ALL = [200, 200, 200, 200, 200, 200, 200]
// In the order of CALLERS: signed out, stranger, analyst, editor, owner, host, admin.
const HIDDEN = [404, 404, 200, 200, 200, 200, 200]

const read = async (caller: (typeof CALLERS)[number], path: string) => {
  const response = await catalog.as(team.callers[caller]).fetch(path)
  await response.arrayBuffer()
  return response
}
const statuses = (path: string) => Promise.all(CALLERS.map(async (caller) => (await read(caller, path)).status))

describe('a cover', () => {
  it('is visible to members and admins only while an admin hides its show', async () => {
    const params = { id: team.podcast.id }
    await catalog.as(admin).call(HidePodcast, { params, body: { reason: 'Copied.' } })
    for (const path of covers) {
      expect(await statuses(path)).toEqual(HIDDEN)
      expect((await read('the host', path)).headers.get('cache-control')).toBe('private, no-store')
    }
    await catalog.as(admin).call(RestorePodcast, { params, body: {} })
    for (const path of covers) {
      expect(await statuses(path)).toEqual(ALL)
      expect((await read('signed out', path)).headers.get('cache-control')).toMatch(/^public/)
    }
  })

  it('is visible to members and admins only while the block of its host hides the show', async () => {
    const setHidden = (isHidden: boolean, version: number) =>
      catalog.as(team.host).call(SetHostVisibility, { params: { id: team.host.id }, body: { isHidden, version } })
    await setHidden(true, 1)
    for (const path of covers) expect(await statuses(path)).toEqual(HIDDEN)
    await setHidden(false, 2)
    for (const path of covers) expect(await statuses(path)).toEqual(ALL)
  })
})
