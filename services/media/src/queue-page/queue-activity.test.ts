import { GetQueueActivity } from '@griot/contracts/queue'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recording } from '../testing/audio.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'

let harness: WorkerHarness

beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())

describe('GET /api/admin/queue/activity', () => {
  it('counts ready and failed files by hour, of all users only for admins', async () => {
    const ama = person()
    const admin = person({ roles: ['admin'] })
    await harness.uploadAndProcess(ama, await recording('mp3', 2))
    await harness.uploadAndProcess(ama, Buffer.from('no sound'))
    const sum = async (who: Person) => {
      const { hours, medianSeconds } = await harness.service.as(who).call(GetQueueActivity, {})
      expect(hours).toHaveLength(24)
      const count = (kind: 'ready' | 'failed') => hours.reduce((total, hour) => total + hour[kind], 0)
      return { ready: count('ready'), failed: count('failed'), medianSeconds }
    }

    expect(await sum(ama)).toEqual({ ready: 1, failed: 1, medianSeconds: expect.any(Number) })
    expect(await sum(person())).toEqual({ ready: 0, failed: 0, medianSeconds: null })
    expect(await sum(admin)).toMatchObject({ ready: 1, failed: 1 })
  })
})
