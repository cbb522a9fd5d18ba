import { randomBytes, randomUUID } from 'node:crypto'
import { EpisodeVisibility } from '@griot/contracts/events'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { inTransaction } from '@griot/service-kit/db/db'
import { createGrantVerifier, GRANT_HEADER } from '@griot/service-kit/identity/grant'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf, grantSecret, type Harness, openHarness, upload } from '../testing/harness.ts'
import { followEpisode } from './links.queries.ts'

let harness: Harness
const ama = person()
const kofi = person()
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const uploaded = async () => (await upload(harness.service.as(ama), formOf(randomBytes(500)))).id
const link = (episodeId: string, mediaFileId: string, whenReady = false) =>
  harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId, whenReady } })
const listen = async (who: Person | null, id: string, part: 'stream' | 'peaks' = 'stream') =>
  (await harness.service.as(who).fetch(`/api/media/${id}/${part}`)).status

const grantIn = async ({ headers }: Response) => {
  const grant = await createGrantVerifier(grantSecret)(headers.get(GRANT_HEADER) ?? '')
  return grant && { isPublished: grant.isPublished }
}

/** Delivers an event from catalog. */
const applyEvent = (episodeId: string, version: number, isPublished: boolean, isDeleted = false) =>
  inTransaction(harness.database.db, (tx) =>
    followEpisode(tx, EpisodeVisibility.data.parse({ episodeId, version, isPublished, isDeleted })),
  )

const linkedTo = async (status: 'draft' | 'published') => {
  const id = await uploaded()
  await harness.markReady(id)
  const episodeId = harness.addEpisode(ama, status)
  await link(episodeId, id)
  return { id, episodeId }
}

describe('the audio of an episode', () => {
  it('is restricted to its owner and admins while the episode is a draft', async () => {
    const { id } = await linkedTo('draft')

    for (const who of [ama, admin]) expect(await listen(who, id)).toBe(204)
    for (const who of [kofi, null]) {
      expect(await listen(who, id)).toBe(404)
      expect(await listen(who, id, 'peaks')).toBe(404)
    }
  })

  it('is restricted if it is linked while admins have hidden the episode', async () => {
    const id = await uploaded()
    await harness.markReady(id)
    const episodeId = harness.addEpisode(ama)
    harness.episodes.set(episodeId, { hostId: ama.id, status: 'published', hiddenReason: 'Copied.' })
    await link(episodeId, id)

    for (const who of [ama, admin]) expect(await listen(who, id)).toBe(204)
    for (const who of [kofi, null]) expect(await listen(who, id)).toBe(404)
  })

  it('is heard by members of the show while the episode is a draft', async () => {
    const { id, episodeId } = await linkedTo('draft')
    const members = [person(), person(), person()] as const
    const [analyst, editor, owner] = members
    harness.addMembers(episodeId, { [analyst.id]: 'analyst', [editor.id]: 'editor', [owner.id]: 'owner' })

    for (const who of members) {
      expect(await listen(who, id)).toBe(204)
      expect(await listen(who, id, 'peaks')).toBe(200)
    }
    const unlinked = await uploaded()
    await harness.markReady(unlinked)
    expect(await listen(editor, unlinked)).toBe(404)
  })

  it('is heard with the private link of its draft, and with no other link', async () => {
    const [first, second] = [await linkedTo('draft'), await linkedTo('draft')]
    harness.setAudio(first.episodeId, first.id)
    harness.setAudio(second.episodeId, second.id)
    harness.previews.set('token', first.episodeId)
    const hear = async (who: Person | null, id: string, preview: string) => {
      const response = await harness.service.as(who).fetch(`/api/media/${id}/stream?preview=${preview}`)
      return [response.status, await grantIn(response)]
    }

    expect(await hear(kofi, first.id, 'token')).toEqual([204, { isPublished: false }])
    for (const [who, id, preview] of [
      [kofi, second.id, 'token'],
      [kofi, first.id, 'other'],
      [null, first.id, 'token'],
    ] as const) {
      expect(await hear(who, id, preview)).toEqual([404, null])
    }
  })

  it('is public while the episode is published', async () => {
    const { id, episodeId } = await linkedTo('draft')

    await applyEvent(episodeId, 1, true)
    for (const who of [kofi, null]) expect(await listen(who, id)).toBe(204)

    await applyEvent(episodeId, 2, false)
    for (const who of [kofi, null]) expect(await listen(who, id)).toBe(404)
  })

  it('is public while one of its episodes is published', async () => {
    const { id } = await linkedTo('draft')
    await link(harness.addEpisode(ama, 'published'), id)

    expect(await listen(kofi, id)).toBe(204)
  })

  it('follows the newest event, even if an older event arrives later', async () => {
    const { id, episodeId } = await linkedTo('published')

    await applyEvent(episodeId, 2, false)
    await applyEvent(episodeId, 1, true)
    expect(await listen(kofi, id)).toBe(404)
    await link(episodeId, id)
    expect(await listen(kofi, id)).toBe(404)
  })

  it('follows an event that arrived before the link was made', async () => {
    const episodeId = harness.addEpisode(ama, 'draft')
    await applyEvent(episodeId, 1, true)
    const id = await uploaded()
    await harness.markReady(id)

    await link(episodeId, id)

    expect(await listen(null, id)).toBe(204)
  })

  it('is unlinked when the episode is deleted, and the file remains', async () => {
    const { id, episodeId } = await linkedTo('published')

    await applyEvent(episodeId, 1, false, true)

    expect(await listen(kofi, id)).toBe(404)
    expect(await listen(ama, id)).toBe(204)
    expect((await harness.service.as(ama).call(GetMedia, { params: { id } })).episodeIds).toEqual([])
  })

  it('accepts events about episodes without a link', async () => {
    await applyEvent(randomUUID(), 1, false, true)
  })
})

describe('a link with whenReady', () => {
  it('accepts a file that is still being processed, which is not public before it is ready', async () => {
    const id = await uploaded()
    const episodeId = harness.addEpisode(ama, 'published')

    expect(await link(episodeId, id, true)).toMatchObject({ episodeId, mediaFileId: id })

    expect(await listen(kofi, id)).toBe(404)
    await harness.markReady(id)
    expect(await listen(kofi, id)).toBe(204)
  })

  it('refuses a file that failed', async () => {
    const id = await uploaded()
    await harness.markFailed(id)

    await expect(link(harness.addEpisode(ama), id, true)).rejects.toMatchObject({ status: 409 })
  })
})
