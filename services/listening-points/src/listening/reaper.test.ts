import { ListListeningSessions } from '@griot/contracts/listening'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beat, end, type House, ME, openHouse, start, total } from '../testing/house.ts'
import { closeSilentSessions } from './reaper.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const reap = () => closeSilentSessions({ db: house.db, log: house.log, onClosed: () => {} })

describe('a session that has gone silent', () => {
  it('is closed after two minutes with what it had proven', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode())
    await house.pass(75)
    await beat(ama, session.id, 75, 75)
    await house.pass(110)
    expect(await reap()).toBe(0)
    await house.pass(10)
    expect(await reap()).toBe(1)

    const [closed] = await ama.call(ListListeningSessions, ME)
    expect(closed).toMatchObject({ listeningDuration: 75, pointsEarned: 6 })
    expect(await total(ama)).toBe(6)
    expect(await end(ama, session.id, { listeningDuration: 190, totalProgress: 190 })).toMatchObject({
      creditedSeconds: 75,
      pointsEarned: 6,
    })
  })

  it('stays open as long as it is heard of', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode())
    for (let quarter = 1; quarter <= 12; quarter++) {
      await house.pass(30)
      await beat(ama, session.id, quarter * 30, quarter * 30)
      expect(await reap()).toBe(0)
    }
    await house.pass(120)
    expect(await reap()).toBe(1)
  })

  it('is closed once, however many look for it', async () => {
    const guests = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const guest = house.guest()
        const session = await start(guest, house.catalogue.addEpisode())
        return { guest, session }
      }),
    )
    await house.pass(60)
    await Promise.all(guests.map(({ guest, session }) => beat(guest, session.id, 60, 60)))
    await house.pass(121)

    const ends = guests.slice(0, 10).map(({ guest, session }) => end(guest, session.id, { listeningDuration: 60 }))
    await Promise.all([reap(), reap(), reap(), reap(), ...ends])
    await reap()

    for (const { guest } of guests) {
      expect((await house.entriesOf(guest)).map(({ kind }) => kind)).toEqual(['started', 'listening'])
      expect(await total(guest)).toBe(6)
    }
    expect(await reap()).toBe(0)
  })
})
