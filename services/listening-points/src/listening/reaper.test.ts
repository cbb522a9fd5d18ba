import { ListListeningSessions } from '@griot/contracts/listening'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, heartbeat, ME, start, total } from '../testing/harness.ts'
import { closeSilentSessions } from './reaper.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const reap = () => closeSilentSessions({ db: harness.db, log: harness.log })

describe('a silent session', () => {
  it('is closed after two minutes with the proof of its heartbeats', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode())
    await harness.advance(75)
    await heartbeat(ama, session.id, 75, 75)
    await harness.advance(110)
    expect(await reap()).toBe(0)
    await harness.advance(10)
    expect(await reap()).toBe(1)

    const [closed] = await ama.call(ListListeningSessions, ME)
    expect(closed).toMatchObject({ listeningDuration: 75, pointsEarned: 6 })
    expect(await total(ama)).toBe(6)
    expect(await end(ama, session.id, { listeningDuration: 190, totalProgress: 190 })).toMatchObject({
      creditedSeconds: 75,
      pointsEarned: 6,
    })
  })

  it('stays open while it sends heartbeats', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode())
    for (let quarter = 1; quarter <= 12; quarter++) {
      await harness.advance(30)
      await heartbeat(ama, session.id, quarter * 30, quarter * 30)
      expect(await reap()).toBe(0)
    }
    await harness.advance(120)
    expect(await reap()).toBe(1)
  })

  it('is closed once by parallel reapers', async () => {
    const listeners = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const listener = harness.listener()
        const session = await start(listener, harness.catalog.addEpisode())
        return { listener, session }
      }),
    )
    await harness.advance(60)
    await Promise.all(listeners.map(({ listener, session }) => heartbeat(listener, session.id, 60, 60)))
    await harness.advance(121)

    const ends = listeners
      .slice(0, 10)
      .map(({ listener, session }) => end(listener, session.id, { listeningDuration: 60 }))
    await Promise.all([reap(), reap(), reap(), reap(), ...ends])
    await reap()

    for (const { listener } of listeners) {
      expect((await harness.entriesOf(listener)).map(({ kind }) => kind)).toEqual(['started', 'listening'])
      expect(await total(listener)).toBe(6)
    }
    expect(await reap()).toBe(0)
  })
})
