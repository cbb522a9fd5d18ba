import { randomBytes } from 'node:crypto'
import { LinkMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { createGrantVerifier, GRANT_HEADER } from '@griot/service-kit/identity/grant'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { originalKey } from '../storage/objects.ts'
import { formOf, grantSecret, type Harness, openHarness, upload } from '../testing/harness.ts'

let harness: Harness
const ama = person()
const kofi = person()
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const uploaded = async () => (await upload(harness.service.as(ama), formOf(randomBytes(500), 'one.mp3'))).id
const ask = (who: Person | null, id: string, method = 'GET') =>
  harness.service.as(who).fetch(`/api/media/${id}/stream`, { method })

describe('GET /api/media/:id/stream', () => {
  it.each(['GET', 'HEAD'])('returns a grant without a body to %s requests of the owner and admins', async (method) => {
    const id = await uploaded()
    await harness.markReady(id)

    for (const who of [ama, admin]) {
      const response = await ask(who, id, method)
      expect(response.status).toBe(204)
      expect(await createGrantVerifier(grantSecret)(response.headers.get(GRANT_HEADER) ?? '')).toMatchObject({
        key: originalKey(id),
        size: 500,
        type: 'audio/mpeg',
        etag: expect.stringMatching(/^"[\w-]+"$/),
        name: 'one.mp3',
      })
    }
    for (const who of [kofi, null]) expect((await ask(who, id)).status).toBe(404)
  })

  it('is public once an episode plays it', async () => {
    const id = await uploaded()
    await harness.markReady(id)
    const episodeId = harness.addEpisode(ama)
    await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })

    for (const who of [ama, kofi, null]) expect((await ask(who, id)).status).toBe(204)
  })

  it('refuses files that are not ready', async () => {
    const processing = await uploaded()
    const failed = await uploaded()
    await harness.markFailed(failed)

    for (const id of [processing, failed]) {
      expect((await ask(ama, id)).status).toBe(409)
      expect((await ask(kofi, id)).status).toBe(404)
    }
    expect((await ask(ama, 'no-id')).status).toBe(404)
  })
})

describe('GET /api/media/:id/peaks', () => {
  const peaks = (who: Person | null, id: string, headers: Record<string, string> = {}) =>
    harness.service.as(who).fetch(`/api/media/${id}/peaks`, { headers })

  it('returns the waveform to every caller who may play the file', async () => {
    const id = await uploaded()
    expect((await peaks(ama, id)).status).toBe(409)
    await harness.markReady(id)

    const response = await peaks(ama, id)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 128, 255])
    const again = await peaks(ama, id, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    for (const who of [kofi, null]) expect((await peaks(who, id)).status).toBe(404)

    const episodeId = harness.addEpisode(ama)
    await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })
    for (const who of [kofi, null]) expect((await peaks(who, id)).status).toBe(200)
  })

  it('returns 404 for a file that was measured before waveforms existed', async () => {
    const id = await uploaded()
    await harness.markReady(id)
    await harness.database.db.run(sql`delete from media_waveform where media_file_id = ${id}`)

    expect((await peaks(ama, id)).status).toBe(404)
    expect((await peaks(ama, 'no-id')).status).toBe(404)
  })
})
