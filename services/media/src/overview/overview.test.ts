import { randomBytes } from 'node:crypto'
import { sql } from '@griot/service-kit/db/db'
import { ReadStoredFiles } from '@griot/service-kit/overview/overview-part'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'

const LIMITS = { quotaBytes: 5_000, quotaFiles: 7, freeDiskBytes: 300 }
let harness: Harness
let isAvailable = true

beforeAll(async () => {
  harness = await openHarness(
    (store) => ({
      ...store,
      ready: () => (isAvailable ? store.ready() : new Promise(() => {})),
      freeBytes: () => (isAvailable ? store.freeBytes() : Promise.reject(new Error('no disk'))),
    }),
    LIMITS,
  )
})
afterAll(() => harness.close())

const admin = person({ roles: ['admin'] })
const statusFor = async (who: Parameters<Harness['service']['as']>[0]) =>
  (await harness.service.as(who).fetch(ReadStoredFiles.path)).status

describe('GET /api/overview-part of media', () => {
  it('sums the files of all users without deleted ones', async () => {
    const [ama, kofi] = [person(), person()]
    await upload(harness.service.as(ama), formOf(randomBytes(100)))
    await upload(harness.service.as(kofi), formOf(randomBytes(250)))
    const { id } = await upload(harness.service.as(kofi), formOf(randomBytes(90)))
    await harness.database.db.run(sql`update media_file set deleted_at = now() where id = ${id}`)

    const stored = await harness.service.as(admin).call(ReadStoredFiles, {})
    expect(stored).toMatchObject({ files: 2, usedBytes: 350, isStoreReady: true })
    expect(stored).toMatchObject({ quotaBytes: 5_000, quotaFiles: 7, leastFreeBytes: 300 })
  })

  it('exists for admins only', async () => {
    expect([await statusFor(null), await statusFor(person()), await statusFor(admin)]).toEqual([401, 404, 200])
  })

  it('reuses the sum for a minute', async () => {
    await upload(harness.service.as(person()), formOf(randomBytes(100)))
    expect(await harness.service.as(admin).call(ReadStoredFiles, {})).toMatchObject({ files: 2, usedBytes: 350 })
  })

  it('states that the object store is unavailable, and returns the other figures', async () => {
    isAvailable = false
    const stored = await harness.service.as(admin).call(ReadStoredFiles, {})
    expect(stored).toMatchObject({ files: 2, freeBytes: null, isStoreReady: false })
  })
})
