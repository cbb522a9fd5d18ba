import { sql } from '@griot/service-kit/db'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { believe } from '../rules/believe.ts'
import { beat, end, type House, openHouse, start } from '../testing/house.ts'
import { writeBeats } from './heartbeats.queries.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
  // It goes on only where a test says so, however long a machine takes for a step.
  await house.stopClock(new Date('2026-03-04T09:00:00Z'))
})
afterAll(() => house.close())

describe('POST /api/listening/heartbeat', () => {
  it('answers what is proven, as far as the clock and the episode go', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode({ lengthSeconds: 100 }))
    await house.pass(15)
    expect(await beat(ama, session.id, 15, 15)).toEqual({ creditedSeconds: 15 })
    await house.pass(15)
    expect((await beat(ama, session.id, 600, 30)).creditedSeconds).toBeLessThanOrEqual(36)
    await house.pass(90)
    expect(await beat(ama, session.id, 120, 100)).toEqual({ creditedSeconds: 100 })
  })

  it('does not pay afterwards for the time that a player stood still', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode())
    for (let pause = 0; pause < 4; pause++) {
      await house.pass(60)
      await beat(ama, session.id, 0, 0)
    }
    expect((await beat(ama, session.id, 240, 240)).creditedSeconds).toBeLessThanOrEqual(6)
  })

  it('keeps the newest place when an older heartbeat arrives late', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    const session = await start(ama, episode)
    await house.pass(60)
    await beat(ama, session.id, 60, 300)
    await beat(ama, session.id, 45, 45)
    await start(ama, house.catalogue.addEpisode())
    expect((await start(ama, episode)).positionSeconds).toBe(300)
  })

  it('takes many heartbeats of many people at once', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const guest = house.guest()
        return { guest, id: (await start(guest, house.catalogue.addEpisode())).id }
      }),
    )
    await house.pass(20)
    const answers = await Promise.all(
      sessions.flatMap(({ guest, id }, index) => [beat(guest, id, 10 + (index % 5), 10), beat(guest, id, 10, 10)]),
    )
    expect(answers.every(({ creditedSeconds }) => creditedSeconds >= 10 && creditedSeconds <= 14)).toBe(true)
    const again = await Promise.all(sessions.map(({ guest, id }) => beat(guest, id, 0, 0)))
    expect(again.map(({ creditedSeconds }) => creditedSeconds)).toEqual(sessions.map((_, index) => 10 + (index % 5)))
  })

  it('says that a session has ended, and knows nothing of those of others', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode())
    await expect(beat(house.guest(), session.id, 1, 1)).rejects.toMatchObject({ status: 404 })
    await end(ama, session.id)
    await expect(beat(ama, session.id, 1, 1)).rejects.toMatchObject({ status: 409, code: 'listening_session.ended' })
  })
})

describe('a heartbeat in SQL', () => {
  it('believes exactly what the rule believes', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode({ lengthSeconds: 86_400 }))
    const seconds = fc.integer({ min: 0, max: 5_000 })
    await fc.assert(
      fc.asyncProperty(seconds, seconds, seconds, seconds, async (claimed, heardSeconds, counted, silent) => {
        await house.db.run(sql`
          update listening_session set heard_seconds = ${heardSeconds}, claimed_seconds = ${heardSeconds},
            started_at = clock.now - ${counted}::int * interval '1 second',
            counts_from = clock.now - ${counted}::int * interval '1 second',
            last_heard_at = clock.now - ${silent}::int * interval '1 second'
          from (select wall_clock() as now) clock
          where id = ${session.id}
        `)
        await writeBeats(house.db, [
          { sessionId: session.id, userId: ama.id, claimedSeconds: claimed, positionSeconds: 0, furthestSeconds: 0 },
        ])
        const { heard } = await house.db.one(
          z.object({ heard: z.number() }),
          sql`select heard_seconds as heard from listening_session where id = ${session.id}`,
        )
        expect(heard).toBe(believe(claimed, { heardSeconds, secondsCounted: counted, secondsSilent: silent }))
      }),
      { numRuns: 200 },
    )
  })
})
