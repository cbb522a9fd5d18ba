import { randomBytes } from 'node:crypto'
import { GetMedia, GetMediaTimeline } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordStep } from '../processing/processing.queries.ts'
import { formOf, type House, openHouse, upload } from '../testing/house.ts'
import { tellOnce } from './timeline.queries.ts'

const ama = person()
const admin = person({ roles: ['admin'] })
let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const as = (who: Person) => house.service.as(who)
const uploaded = async () => (await upload(as(ama), formOf(randomBytes(100)))).id
const status = (code: number) => expect.objectContaining({ status: code })

describe('GET /api/media/:id/timeline', () => {
  it('keeps what programs said for admins', async () => {
    const id = await uploaded()
    await recordStep(
      house.database.db,
      { mediaFileId: id, revision: 1 },
      { kind: 'interrupted', attempt: 1, sentence: 'Once more.', technical: 'ECONNREFUSED\u0000' },
    )

    const seenBy = async (who: Person) => (await as(who).call(GetMediaTimeline, { params: { id } })).at(-1)
    expect(await seenBy(ama)).toMatchObject({ kind: 'interrupted', sentence: 'Once more.', technical: null })
    expect(await seenBy(admin)).toMatchObject({ technical: 'ECONNREFUSED' })
    await expect(seenBy(person())).rejects.toEqual(status(404))
  })

  it('says once what a file waits for, however often it is tried meanwhile', async () => {
    const { db } = house.database
    const round = { mediaFileId: await uploaded(), revision: 1 }
    const wait = () =>
      tellOnce(db, round.mediaFileId, 'Away.', () => recordStep(db, round, { kind: 'interrupted', sentence: 'Away.' }))
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

  it('goes with its file', async () => {
    const id = await uploaded()
    await house.database.db.run(sql`update media_file set deleted_at = now() where id = ${id}`)
    await expect(as(ama).call(GetMedia, { params: { id } })).rejects.toEqual(status(404))
    await house.database.db.run(sql`delete from media_file where id = ${id}`)
    expect(await house.database.db.run(sql`select 1 from media_step where media_file_id = ${id}`)).toBe(0)
  })
})
