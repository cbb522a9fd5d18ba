import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createLog } from '@griot/service-kit/log/log'
import { describe, expect, it } from 'vitest'
import { type ConcurrencyLimit, createConcurrencyLimit, type Release } from './concurrency-limit.ts'

const log = createLog('test', 'silent')
const HOUR_MS = 3_600_000
const limitOf = (maxConcurrent: number, maxQueued: number, maxWaitMs = HOUR_MS) =>
  createConcurrencyLimit({ name: 'catalog', maxConcurrent, maxQueued, maxWaitMs, log })
const BUSY = { status: 503, code: 'service.busy', retryAfter: 2 }

/** Acquires a slot for each request and records the order in which they start. */
const acquireAll = (limit: ConcurrencyLimit, requests: string[]) => {
  const started: string[] = []
  const slots = requests.map(async (name) => {
    const release = await limit.acquire()
    started.push(name)
    return release
  })
  return { started, slots }
}

describe('createConcurrencyLimit', () => {
  it('starts queued requests in their order, one for each released slot', async () => {
    const limit = limitOf(1, 9)
    const { started, slots } = acquireAll(limit, ['first', 'second', 'third'])

    const release = (await slots[0]) as Release
    expect(started).toEqual(['first'])
    release()
    // A second call does not free another slot.
    release()
    const releaseSecond = (await slots[1]) as Release
    expect(started).toEqual(['first', 'second'])
    releaseSecond()
    await slots[2]
    expect(started).toEqual(['first', 'second', 'third'])
  })

  it('rejects a request at once if the queue is full', async () => {
    const limit = limitOf(1, 2)
    const { slots } = acquireAll(limit, ['first', 'second', 'third'])

    await expect(limit.acquire()).rejects.toMatchObject(BUSY)

    const release = (await slots[0]) as Release
    release()
    const { slots: later } = acquireAll(limit, ['fourth'])
    for (const slot of [slots[1], slots[2], later[0]]) ((await slot) as Release)()
    await limit.acquire()
  })

  it('rejects a request that has waited too long', async () => {
    const limit = limitOf(1, 2, 1)
    const release = await limit.acquire()

    await expect(limit.acquire()).rejects.toMatchObject(BUSY)
    release()
    await limit.acquire()
  })

  it('removes a request from the queue when its client disconnects', async () => {
    const limit = limitOf(1, 1)
    const release = await limit.acquire()
    const response = new EventEmitter()
    const waiting = limit.acquire(response as ServerResponse)
    response.emit('close')
    await expect(waiting).rejects.toMatchObject(BUSY)

    const { started, slots } = acquireAll(limit, ['next'])
    release()
    await slots[0]
    expect(started).toEqual(['next'])
  })
})
