import type { BodyOf } from '@griot/contracts/endpoint'
import { GetLeaderboard, GetPoints } from '@griot/contracts/points'
import { GetProfile, SaveProfile } from '@griot/contracts/profile'
import { sql } from '@griot/service-kit/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { end, type Guest, type House, ME, openHouse, start, total } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

type Wish = BodyOf<typeof SaveProfile>
const NOBODY: Wish = { displayName: null, hidePoints: false, shownBadges: [] }

const save = (guest: Guest, wish: Partial<Wish>) => guest.call(SaveProfile, { ...ME, body: { ...NOBODY, ...wish } })

/** How `who` looks to somebody else. */
const seen = async (who: Guest) => {
  const { id } = (await who.call(GetLeaderboard, {})).find(({ isMe }) => isMe) ?? {}
  const board = await house.guest().call(GetLeaderboard, { query: { limit: 100 } })
  return board.find((entry) => entry.id === id)
}

/** A name that nobody in this file has. */
let named = 0
const newName = (from = 'Ama') => `${from} ${++named}`

const complete = async (guest: Guest) => {
  const session = await start(guest, house.catalogue.addEpisode({ lengthSeconds: 60 }))
  await house.pass(60)
  await end(guest, session.id, { listeningDuration: 60, totalProgress: 60 })
}

const give = (guest: Guest, points: number) =>
  house.db.run(sql`update listener set total_points = ${points} where user_id = ${guest.id}`)

describe('the profile', () => {
  it('is anonymous and shows points until somebody says otherwise', async () => {
    expect(await house.guest().call(GetProfile, ME)).toEqual({ ...NOBODY, badgeSlots: 1 })
  })

  it('puts a name on the leaderboard, and takes it away again', async () => {
    const ama = house.guest()
    await start(ama, house.catalogue.addEpisode())
    expect(await seen(ama)).toMatchObject({ displayName: null })

    expect(await save(ama, { displayName: '  Ama of Accra ' })).toMatchObject({ displayName: 'Ama of Accra' })
    expect(await ama.call(GetProfile, ME)).toMatchObject({ displayName: 'Ama of Accra' })
    expect(await seen(ama)).toMatchObject({ displayName: 'Ama of Accra', user: { email: null } })

    await save(ama, NOBODY)
    expect(await seen(ama)).toMatchObject({ displayName: null })
  })

  it('can be set before the first minute', async () => {
    const kofi = house.guest()
    await save(kofi, { displayName: 'Kofi the First' })
    await start(kofi, house.catalogue.addEpisode())
    expect(await seen(kofi)).toMatchObject({ displayName: 'Kofi the First', totalPoints: 5 })
  })

  it.each([
    '',
    '   ',
    '!!!',
    'two\nlines',
    'back\u202ewards',
    'x'.repeat(51),
    'nul\u0000',
    '\u3164',
    `Z${'\u0301'.repeat(6)}`,
    'ama@example.org',
  ])('takes no name like %j', async (displayName) => {
    const guest = house.guest()
    await expect(save(guest, { displayName })).rejects.toMatchObject({
      status: 400,
      fields: { displayName: expect.any(String) },
    })
    expect(await guest.call(GetProfile, ME)).toMatchObject({ displayName: null })
  })

  it('takes names of all scripts', async () => {
    for (const displayName of ['Ọlá', 'አማን', '李雷', 'أمل', 'x'.repeat(50)]) {
      expect(await save(house.guest(), { displayName })).toMatchObject({ displayName })
    }
  })
})

describe('a display name', () => {
  it('belongs to one person, however it is spelled', async () => {
    const [ama, other] = [house.guest(), house.guest()]
    await save(ama, { displayName: 'Ama Ata' })
    for (const displayName of ['Ama Ata', ' ama  ATA ', 'Ama\u200b Ata', 'Аma Аta']) {
      await expect(save(other, { displayName })).rejects.toMatchObject({
        status: 409,
        code: 'display_name.taken',
        fields: { displayName: 'Somebody else has that name, or one that looks like it. Please choose another.' },
      })
    }
    expect(await other.call(GetProfile, ME)).toMatchObject({ displayName: null })
    expect(await save(ama, { displayName: 'AMA ATA' })).toMatchObject({ displayName: 'AMA ATA' })
  })

  it('goes to the first of those who ask at the same moment', async () => {
    const guests = Array.from({ length: 8 }, () => house.guest())
    const displayName = newName('Esi')
    const answers = await Promise.allSettled(guests.map((guest) => save(guest, { displayName })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is free again when its owner is anonymous again', async () => {
    const [ama, other] = [house.guest(), house.guest()]
    await save(ama, { displayName: 'Short Stay' })
    await save(ama, NOBODY)
    expect(await save(other, { displayName: 'Short Stay' })).toMatchObject({ displayName: 'Short Stay' })
  })

  it.each(['Anonymous', 'griot', 'Griot Team', 'ADMIN', 'Аdmin'])(
    'is not %j: that speaks for others',
    async (displayName) => {
      await expect(save(house.guest(), { displayName })).rejects.toMatchObject({
        status: 422,
        code: 'display_name.reserved',
        fields: { displayName: 'That name is reserved. Please choose another.' },
      })
    },
  )
})

describe('hiding points', () => {
  it('is told with the points, takes the name off the leaderboard, and stops no earning', async () => {
    const ama = house.guest()
    await complete(ama)
    await save(ama, { displayName: newName(), hidePoints: true, shownBadges: ['first-steps'] })
    const before = await total(ama)
    await start(ama, house.catalogue.addEpisode())

    expect(await ama.call(GetPoints, ME)).toMatchObject({ hidePoints: true, totalPoints: before + 5 })
    expect(await seen(ama)).toMatchObject({ displayName: null, shownBadges: [] })
  })
})

describe('badges beside the name', () => {
  it('are those that were earned', async () => {
    const ama = house.guest()
    await expect(save(ama, { shownBadges: ['first-steps'] })).rejects.toMatchObject({
      fields: { shownBadges: expect.stringContaining('earned') },
    })
    await complete(ama)
    await save(ama, { displayName: newName(), shownBadges: ['first-steps'] })
    expect(await seen(ama)).toMatchObject({ shownBadges: ['first-steps'] })
  })

  it('are one, and two from 100 points', async () => {
    const ama = house.guest()
    for (let round = 0; round < 10; round++) await complete(ama)
    const both = ['episode-master', 'first-steps']
    expect(await save(ama, { displayName: newName(), shownBadges: both })).toMatchObject({ badgeSlots: 2 })
    expect(await seen(ama)).toMatchObject({ shownBadges: both })

    await give(ama, 99)
    expect(await seen(ama)).toMatchObject({ shownBadges: ['episode-master'] })
    await expect(save(ama, { shownBadges: both })).rejects.toMatchObject({
      fields: { shownBadges: expect.stringContaining('1 badge') },
    })
  })
})

describe('what a level brings', () => {
  it('is seen on the leaderboard: a boost by oneself, elite by everyone', async () => {
    const ama = house.guest()
    await start(ama, house.catalogue.addEpisode())
    const own = async () => (await ama.call(GetLeaderboard, {})).find(({ isMe }) => isMe)?.perks

    expect(await own()).toEqual([])
    await give(ama, 200)
    expect(await own()).toEqual(['leaderboard_boost'])
    await give(ama, 500)
    expect(await own()).toEqual(['leaderboard_boost', 'elite_status'])
    expect(await seen(ama)).toMatchObject({ perks: ['elite_status'] })
  })
})
