import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Caller, PointsHarness, PointsResponse } from './points-harness.ts'

/** An acknowledged request. Sent again, it must return the same response. */
interface Acknowledged {
  caller: Caller
  path: string
  body: unknown
  headers: Record<string, string>
  response: PointsResponse
}

/** All acknowledged requests. Faults are injected after a number of them, not after a time. */
export class Acknowledgements extends EventEmitter {
  readonly all: Acknowledged[] = []
  add(acknowledged: Acknowledged) {
    this.all.push(acknowledged)
    this.emit('added')
  }
  async waitForMore(count: number) {
    const target = this.all.length + count
    while (this.all.length < target) await once(this, 'added')
  }
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there are no items')
  return item
}

type Shows = Pick<PointsHarness, 'episodes' | 'podcast'>

/** Listens, abandons sessions and tips until stopped. Records every acknowledged request. */
export const listen = async (
  caller: Caller,
  { episodes, podcast }: Shows,
  acknowledgements: Acknowledgements,
  stopping: AbortSignal,
) => {
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await caller.request(path, body, headers)
    expect([200, 201, 409], `${path} returned ${JSON.stringify(response)}`).toContain(response.status)
    return response
  }
  while (!stopping.aborted) {
    const started = await send('/api/listening/start', { episodeId: pick(episodes).id })
    const claim = { sessionId: started.body.id, listeningDuration: 300, totalProgress: 300 }
    for (let beats = Math.floor(Math.random() * 4); beats > 0; beats--) {
      await delay(Math.random() * 300)
      await send('/api/listening/heartbeat', claim)
    }
    // Abandon some sessions: the next start or the reaper ends them.
    if (Math.random() < 0.2) continue
    const end = { path: '/api/listening/end', body: { ...claim, completed: true }, headers: {} }
    const responses = await Promise.all([send(end.path, end.body), send(end.path, end.body)])
    expect(responses[1]?.body).toEqual(responses[0]?.body)
    for (const response of responses) acknowledgements.add({ caller, ...end, response })

    if (Math.random() < 0.3) {
      const tip = {
        path: '/api/tip',
        body: { receiverId: podcast.hostId, podcastId: podcast.id, amount: 100 },
        headers: { 'idempotency-key': randomUUID() },
      }
      acknowledgements.add({ caller, ...tip, response: await send(tip.path, tip.body, tip.headers) })
    }
  }
}
