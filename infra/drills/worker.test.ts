import { randomUUID } from 'node:crypto'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordedSound } from './recorded-sound.ts'
import { openWorkerHouse, type WorkerHouse } from './worker-house.ts'

let house: WorkerHouse

beforeAll(async () => {
  if (hasRedis) house = await openWorkerHouse()
}, 120_000)
afterAll(async () => {
  if (hasRedis) await house.close()
})

const ready = (userId: string, id: string, timeout = 90_000) =>
  vi.waitFor(async () => expect(await house.see(userId, id)).toMatchObject({ status: 'ready' }), {
    timeout,
    interval: 100,
  })

// One story in order: each drill goes on with what the one before has left running.
describe.skipIf(!hasRedis)('the queue of media files', { timeout: 200_000 }, () => {
  const [ama, kofi, esi] = [randomUUID(), randomUUID(), randomUUID()]

  it('takes files before Redis was ever there, at once, and works on them when it is', async () => {
    await house.startService()
    await house.startWorker()
    const { id, tookMs } = await house.upload(ama, await recordedSound(5))

    expect(tookMs).toBeLessThan(2_000)
    expect(await house.see(ama, id)).toMatchObject({ status: 'processing' })
    await vi.waitFor(async () => expect((await house.queue(ama)).health).toBe('unreachable'), 10_000)
    await house.redis.start()
    await ready(ama, id)
    await vi.waitFor(async () => expect((await house.queue(ama)).health).toBe('ok'), 10_000)
  })

  it('takes files while Redis is away, and loses none', async () => {
    await house.redis.stop()
    const sent = []
    for (const who of [ama, kofi]) sent.push({ who, ...(await house.upload(who, await recordedSound(5))) })
    for (const { tookMs } of sent) expect(tookMs).toBeLessThan(2_000)
    await house.redis.start()
    for (const { who, id } of sent) await ready(who, id)
  })

  it('is flushed with files waiting, worked on and put off, and every one of them is ready all the same, once', async () => {
    const sound = await recordedSound(120)
    const sent: { who: string; id: string }[] = []
    for (const who of [ama, ama, ama, kofi, kofi, esi]) sent.push({ who, id: (await house.upload(who, sound)).id })
    await vi.waitFor(async () => expect((await house.programs()).length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 20,
    })
    await house.flushRedis()

    for (const { who, id } of sent) await ready(who, id, 150_000)
    for (const { id } of sent) expect(await house.steps(id, 'ready')).toBe(1)
    await vi.waitFor(async () => expect(await house.programs()).toEqual([]), 10_000)
  })

  it('gets over a PostgreSQL that is killed in the middle', async () => {
    const sound = await recordedSound(120)
    const sent: { who: string; id: string }[] = []
    for (const who of [ama, kofi, esi]) sent.push({ who, id: (await house.upload(who, sound)).id })
    await vi.waitFor(async () => expect((await house.programs()).length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 20,
    })
    await house.killPostgres()

    for (const { who, id } of sent) await ready(who, id, 150_000)
    for (const { id } of sent) expect(await house.steps(id, 'ready')).toBe(1)
  })
})
