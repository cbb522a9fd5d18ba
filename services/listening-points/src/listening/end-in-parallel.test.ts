import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, heartbeat, start, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
  // Tests advance the clock, so the result does not depend on the speed of the machine.
  await harness.stopClock(new Date('2026-03-04T09:00:00Z'))
})
afterAll(() => harness.close())

describe('ending in parallel', () => {
  it('credits each of 40 sessions once, with 20 simultaneous ends of each', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const listener = harness.listener()
        return { listener, session: await start(listener, harness.catalog.addEpisode()) }
      }),
    )
    await harness.advance(65)

    const receipts = await Promise.all(
      sessions.flatMap(({ listener, session }) =>
        Array.from({ length: 20 }, () => end(listener, session.id, { listeningDuration: 60, totalProgress: 60 })),
      ),
    )

    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect(receipts[0]).toMatchObject({ pointsEarned: 6, creditedSeconds: 60 })
    for (const { listener } of sessions) {
      expect((await harness.entriesOf(listener)).map(({ kind }) => kind)).toEqual(['started', 'listening'])
      expect(await total(listener)).toBe(6)
    }
    // 800 requests take long on a busy machine.
  }, 180_000)

  it('credits what each listener heard while others start, replace or miss a session', async () => {
    const earn = async () => {
      const listener = harness.listener()
      return { listener, session: await start(listener, harness.catalog.addEpisode()) }
    }
    const [ending, replacing] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, earn)),
      Promise.all(Array.from({ length: 8 }, earn)),
    ])
    await harness.advance(65)
    for (const { listener, session } of replacing) await heartbeat(listener, session.id, 60, 60)
    const stranger = harness.listener()
    const fresh = Array.from({ length: 8 }, () => harness.listener())

    const [receipts, , ...started] = await Promise.all([
      Promise.all(
        ending.map(({ listener, session }) => end(listener, session.id, { listeningDuration: 60, totalProgress: 60 })),
      ),
      expect(end(stranger, ending[0]?.session.id ?? '')).rejects.toMatchObject({ status: 404 }),
      ...[...fresh, ...replacing.map(({ listener }) => listener)].map((listener) =>
        start(listener, harness.catalog.addEpisode()),
      ),
    ])

    expect(receipts.map(({ pointsEarned }) => pointsEarned)).toEqual(Array(8).fill(6))
    expect(new Set(started.map(({ id }) => id)).size).toBe(16)
    for (const { listener } of [...ending, ...replacing]) expect(await total(listener)).toBe(6)
    for (const listener of fresh) expect(await total(listener)).toBe(0)
  })
})
