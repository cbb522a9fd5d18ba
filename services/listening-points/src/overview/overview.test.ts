import { ReadListeningCounts } from '@griot/service-kit/overview/overview-part'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, start } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const HOUR = 3_600
const admin = person({ roles: ['admin'] })
const read = () => harness.service.as(admin).call(ReadListeningCounts, {})
const statusFor = async (who: Parameters<Harness['service']['as']>[0]) =>
  (await harness.service.as(who).fetch(ReadListeningCounts.path)).status

describe('GET /api/overview-part of listening-points', () => {
  it('exists for admins only', async () => {
    expect([await statusFor(null), await statusFor(person()), await statusFor(admin)]).toEqual([401, 404, 200])
  })

  it('returns zeros before the first session', async () => {
    expect(await read()).toEqual({ listens: { now: 0, before: 0 }, listeners: { now: 0, before: 0 } })
  })

  it('counts sessions and their listeners of the last 24 hours and of the day before', async () => {
    const [ama, kofi, efua] = [harness.listener(), harness.listener(), harness.listener()]
    await start(ama, harness.catalog.addEpisode())
    await start(kofi, harness.catalog.addEpisode())
    await harness.advance(24 * HOUR)
    for (let nr = 0; nr < 3; nr += 1) await start(ama, harness.catalog.addEpisode())
    await start(efua, harness.catalog.addEpisode())
    await harness.advance(HOUR)
    expect(await read()).toEqual({ listens: { now: 4, before: 2 }, listeners: { now: 2, before: 2 } })

    await harness.advance(24 * HOUR)
    expect(await read()).toEqual({ listens: { now: 0, before: 4 }, listeners: { now: 0, before: 2 } })
  })
})
