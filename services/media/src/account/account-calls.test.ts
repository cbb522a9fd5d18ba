import { randomBytes } from 'node:crypto'
import { ListUploads } from '@griot/contracts/uploads'
import { ListStoredBytes, StopUploads } from '@griot/service-kit/account/admin-calls'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'
import { tusClient } from '../testing/tus.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const ama = person()
const kofi = person()
const admin = person({ roles: ['admin'] })

describe('the storage of users', () => {
  it('is summed for admins only, without users who have no files', async () => {
    for (const size of [500, 700]) await upload(harness.service.as(ama), formOf(randomBytes(size), `${size}.mp3`))
    const query = { ids: `${ama.id},${kofi.id}` }

    expect(await harness.service.as(admin).call(ListStoredBytes, { query })).toEqual([
      { userId: ama.id, storedBytes: 1_200 },
    ])
    await expect(harness.service.as(ama).call(ListStoredBytes, { query })).rejects.toMatchObject({ status: 404 })
    await expect(harness.service.as(null).call(ListStoredBytes, { query })).rejects.toMatchObject({ status: 401 })
  })
})

describe('the uploads of a blocked user', () => {
  it('are abandoned, also by a repeated call, and those of others continue', async () => {
    const uploads = [tusClient(harness.service, ama), tusClient(harness.service, kofi)] as const
    for (const tus of uploads) await tus.send(await tus.begin(1_000), 0, randomBytes(10))

    for (const _ of [1, 2]) await harness.service.as(ama).call(StopUploads, {})

    expect(await harness.service.as(ama).call(ListUploads, {})).toEqual([])
    expect(await harness.service.as(kofi).call(ListUploads, {})).toHaveLength(1)
  })
})
