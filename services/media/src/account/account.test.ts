import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { LinkMedia, ListUserMedia } from '@griot/contracts/media/files'
import { StartQueueBulk } from '@griot/contracts/queue'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { removeObject } from '../deleting/remove-object.handler.ts'
import { originalKey } from '../storage/objects.ts'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'
import { tusClient } from '../testing/tus.ts'
import { createRunningHashes } from '../uploads/running-hashes.ts'
import { finishUpload } from '../uploads/store-upload.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const ama = person()
const kofi = person()
const uploaded = (who: typeof ama, name: string) => upload(harness.service.as(who), formOf(randomBytes(500), name))

describe('the media part of an account', () => {
  it('is exported without the data of other users', async () => {
    const file = await uploaded(ama, 'hers.mp3')
    await uploaded(kofi, 'his.mp3')

    const part = await harness.service.as(ama).call(ReadAccountPart, {})

    expect(part).toMatchObject({ recordings: [{ id: file.id, original_name: 'hers.mp3', size_bytes: 500 }] })
    expect(JSON.stringify(part)).not.toContain('his.mp3')
  })

  it('is deleted with its bytes and unfinished uploads, even if it is deleted twice', async () => {
    await tusClient(harness.service, ama).create(1000)
    const his = await harness.service.as(kofi).call(ListUserMedia, { params: { id: 'me' } })

    await harness.service.as(ama).call(StartQueueBulk, { body: { action: 'cancel', filter: {} } })
    for (const _ of [1, 2]) await harness.service.as(ama).call(RemoveAccountPart, {})

    expect(await harness.service.as(ama).call(ReadAccountPart, {})).toEqual({
      recordings: [],
      actionsOnManyFiles: [],
      queueActions: [],
      episodesOfRecordings: [],
      auditEntries: [],
    })
    const jobs = await harness.database.db.many(
      z.object({ data: z.object({ mediaFileId: z.string() }) }),
      sql`select data from outbox where name = 'remove-object'`,
    )
    expect(jobs).toHaveLength(1)
    for (const { data } of jobs) await removeObject(harness.database.db, harness.store, data.mediaFileId)
    expect(await harness.storedKeys()).toHaveLength(1)
    expect(await harness.service.as(kofi).call(ListUserMedia, { params: { id: 'me' } })).toEqual(his)
    const open = await harness.database.db.run(sql`select 1 from upload where owner_id = ${ama.id}`)
    expect(open).toBe(0)
  })

  it('keeps the files that episodes of remaining shows play, and gives them to the hosts of these shows', async () => {
    const { service, database } = harness
    const [host, heir, editor] = [person(), person(), person()]
    const play = async (owner: Person, episodeId: string, name: string) => {
      const { id } = await uploaded(owner, name)
      await harness.markReady(id)
      await service.as(owner).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })
      return id
    }
    const [shared, own, others] = [harness.addEpisode(host), harness.addEpisode(host), harness.addEpisode(kofi)]
    harness.addMembers(shared, { [heir.id]: 'owner' })
    harness.addMembers(others, { [editor.id]: 'editor' })
    const kept = await play(host, shared, 'kept.mp3')
    const lost = await play(host, own, 'lost.mp3')
    const edited = await play(editor, others, 'edited.mp3')

    for (const who of [host, host, editor]) await service.as(who).call(RemoveAccountPart, {})

    const fileIds = async (who: Person) =>
      (await service.as(who).call(ListUserMedia, { params: { id: 'me' } })).map(({ id }) => id)
    expect(await fileIds(heir)).toEqual([kept])
    expect(await fileIds(kofi)).toContain(edited)
    const { rows } = await database.db.pool.query('select * from media_file where deleted_at is null')
    expect(rows.map(({ id }) => id)).not.toContain(lost)
    expect(rows.find(({ id }) => id === kept)).toMatchObject({ owner_name: 'Kofi' })
    const left = await database.db.pool.query(
      `select (select json_agg(q) from queue_entry q) as q, (select json_agg(m) from media_file m where deleted_at is null) as m`,
    )
    expect(JSON.stringify(left.rows)).not.toContain(host.id)
    expect(JSON.stringify(left.rows)).not.toContain(editor.id)
  })

  it('is not recreated by an upload that was in progress', async () => {
    const { db } = harness.database
    const id = randomUUID()
    const begun = { id, ownerId: ama.id, objectKey: originalKey(id), ownerName: '' }
    await db.run(sql`insert into upload (id, owner_id, object_key) values (${id}, ${ama.id}, ${begun.objectKey})`)

    await harness.service.as(ama).call(RemoveAccountPart, {})

    await harness.store.partials.append(begun.objectKey, 0, Readable.from([Buffer.from('sound')]))
    const received = { ...begun, originalName: 'late.mp3', mimeType: 'audio/mpeg', sizeBytes: 5 }
    const parts = { db, store: harness.store, hashes: createRunningHashes(), log }
    expect(await finishUpload(parts, received)).toBeUndefined()
  })
})
