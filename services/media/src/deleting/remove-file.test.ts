import { randomBytes } from 'node:crypto'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { RemoveMedia } from '@griot/contracts/media/moderation'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'

let harness: Harness
const ama = person()
const stranger = person()
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const uploaded = async () => (await upload(harness.service.as(ama), formOf(randomBytes(500), 'one.mp3'))).id
const removeAs = (who: Person | null, id: string, reason = 'It contains a copied song.') =>
  harness.service.as(who).call(RemoveMedia, { params: { id }, body: { reason } })

describe('POST /api/admin/media/:id/remove', () => {
  it('deletes the file, unlinks its episode, writes the audit log and notifies the owner', async () => {
    const id = await uploaded()
    await harness.markReady(id)
    const episodeId = harness.addEpisode(ama)
    await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })

    expect(await removeAs(admin, id)).toEqual({ id, episodeIds: [episodeId] })

    await expect(harness.service.as(ama).call(GetMedia, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect(
      await harness.database.db.many(
        z.object({ action: z.string(), by: z.string(), of: z.string(), reason: z.string() }),
        sql`
          select action, actor_id as by, concerns_id as of, reason from audit_entry where subject_id = ${id}
        `,
      ),
    ).toEqual([{ action: 'file.removed', by: admin.id, of: ama.id, reason: 'It contains a copied song.' }])
    expect(
      await harness.database.db.one(
        z.object({ data: z.unknown() }),
        sql`select data from outbox where name = 'notice.sent' and data ->> 'userId' = ${ama.id}`,
      ),
    ).toMatchObject({ data: { text: expect.stringContaining('It contains a copied song.') } })
  })

  it('requires a reason', async () => {
    const id = await uploaded()
    await expect(removeAs(admin, id, ' ')).rejects.toMatchObject({ status: 400 })
  })

  it.each([
    ['a visitor', null, 401],
    ['a stranger', stranger, 404],
    ['the owner', ama, 404],
  ])('refuses %s', async (_, who, status) => {
    const id = await uploaded()
    await expect(removeAs(who, id)).rejects.toMatchObject({ status })
    await expect(harness.service.as(ama).call(GetMedia, { params: { id } })).resolves.toMatchObject({ id })
  })
})
