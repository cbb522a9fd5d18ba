import { randomBytes } from 'node:crypto'
import { GetMedia, GetMediaTimeline } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordStep } from '../processing/processing.queries.ts'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'
import { recordOnce } from './timeline.queries.ts'

const ama = person()
const admin = person({ roles: ['admin'] })
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const as = (who: Person) => harness.service.as(who)
const uploaded = async () => (await upload(as(ama), formOf(randomBytes(100)))).id
const status = (code: number) => expect.objectContaining({ status: code })

describe('GET /api/media/:id/timeline', () => {
  it('shows technical details only to admins', async () => {
    const id = await uploaded()
    await recordStep(
      harness.database.db,
      { mediaFileId: id, revision: 1 },
      { kind: 'interrupted', attempt: 1, sentence: 'Once more.', technical: 'ECONNREFUSED\u0000' },
    )

    const seenBy = async (who: Person) => (await as(who).call(GetMediaTimeline, { params: { id } })).at(-1)
    expect(await seenBy(ama)).toMatchObject({ kind: 'interrupted', sentence: 'Once more.', technical: null })
    expect(await seenBy(admin)).toMatchObject({ technical: 'ECONNREFUSED' })
    await expect(seenBy(person())).rejects.toEqual(status(404))
  })

  it('shows a repeated reason for waiting once', async () => {
    const { db } = harness.database
    const round = { mediaFileId: await uploaded(), revision: 1 }
    const wait = () =>
      recordOnce(db, round.mediaFileId, 'Unavailable.', () =>
        recordStep(db, round, { kind: 'interrupted', sentence: 'Unavailable.' }),
      )
    for (const attempt of [1, 1, 1]) {
      await recordStep(db, round, { kind: 'started', attempt })
      await wait()
    }
    await recordStep(db, round, { kind: 'started', attempt: 1 })
    await recordStep(db, round, { kind: 'checked', sentence: 'It is MP3 sound.' })
    await wait()

    const timeline = await as(ama).call(GetMediaTimeline, { params: { id: round.mediaFileId } })
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'received',
      'started',
      'interrupted',
      'started',
      'checked',
      'interrupted',
    ])
  })

  it('is deleted with its file', async () => {
    const id = await uploaded()
    await harness.database.db.run(sql`update media_file set deleted_at = now() where id = ${id}`)
    await expect(as(ama).call(GetMedia, { params: { id } })).rejects.toEqual(status(404))
    await harness.database.db.run(sql`delete from media_file where id = ${id}`)
    expect(await harness.database.db.run(sql`select 1 from media_step where media_file_id = ${id}`)).toBe(0)
  })
})
