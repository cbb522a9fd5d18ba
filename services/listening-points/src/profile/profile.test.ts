import type { BodyOf } from '@griot/contracts/endpoint'
import { GetPoints } from '@griot/contracts/points'
import { GetProfile, SaveProfile } from '@griot/contracts/profile'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, end, type Harness, ME, readBoard, start, type TestListener, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

type Wish = BodyOf<typeof SaveProfile>
const ANONYMOUS: Wish = { displayName: null, hidePoints: false, shownBadges: [] }

const save = (listener: TestListener, wish: Partial<Wish>) =>
  listener.call(SaveProfile, { ...ME, body: { ...ANONYMOUS, ...wish } })

/** The listener’s row as another listener sees it. */
const seen = async (listener: TestListener) => {
  const { id } = (await readBoard(listener)).find(({ isMe }) => isMe) ?? {}
  const board = await readBoard(harness.listener(), 100)
  return board.find((entry) => entry.id === id)
}

/** A name that no other test uses. */
let named = 0
const newName = (from = 'Ama') => `${from} ${++named}`

const complete = async (listener: TestListener) => {
  const session = await start(listener, harness.catalog.addEpisode({ lengthSeconds: 60 }))
  await harness.advance(60)
  await end(listener, session.id, { listeningDuration: 60, totalProgress: 60 })
}

const give = (listener: TestListener, points: number) =>
  harness.db.run(sql`update listener set total_points = ${points} where user_id = ${listener.id}`)

describe('the profile', () => {
  it('is anonymous and shows points by default', async () => {
    expect(await harness.listener().call(GetProfile, ME)).toEqual({ ...ANONYMOUS, badgeSlots: 1 })
  })

  it('shows a name on the leaderboard and removes it', async () => {
    const ama = harness.listener()
    await harness.earnStart(ama)
    expect(await seen(ama)).toMatchObject({ displayName: null })

    expect(await save(ama, { displayName: '  Ama of Accra ' })).toMatchObject({ displayName: 'Ama of Accra' })
    expect(await ama.call(GetProfile, ME)).toMatchObject({ displayName: 'Ama of Accra' })
    expect(await seen(ama)).toMatchObject({ displayName: 'Ama of Accra', user: { email: null } })

    await save(ama, ANONYMOUS)
    expect(await seen(ama)).toMatchObject({ displayName: null })
  })

  it('can be saved before the first session', async () => {
    const kofi = harness.listener()
    await save(kofi, { displayName: 'Kofi the First' })
    await harness.earnStart(kofi)
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
  ])('refuses the name %j', async (displayName) => {
    const listener = harness.listener()
    await expect(save(listener, { displayName })).rejects.toMatchObject({
      status: 400,
      fields: { displayName: expect.any(String) },
    })
    expect(await listener.call(GetProfile, ME)).toMatchObject({ displayName: null })
  })

  it('accepts names in all scripts', async () => {
    for (const displayName of ['Ọlá', 'አማን', '李雷', 'أمل', 'x'.repeat(50)]) {
      expect(await save(harness.listener(), { displayName })).toMatchObject({ displayName })
    }
  })
})

describe('a display name', () => {
  it('is unique, also in another spelling', async () => {
    const [ama, other] = [harness.listener(), harness.listener()]
    await save(ama, { displayName: 'Ama Ata' })
    for (const displayName of ['Ama Ata', ' ama  ATA ', 'Ama\u200b Ata', 'Аma Аta']) {
      await expect(save(other, { displayName })).rejects.toMatchObject({
        status: 409,
        code: 'display_name.taken',
        fields: { displayName: 'Another listener has that name, or one that looks like it. Please choose another.' },
      })
    }
    expect(await other.call(GetProfile, ME)).toMatchObject({ displayName: null })
    expect(await save(ama, { displayName: 'AMA ATA' })).toMatchObject({ displayName: 'AMA ATA' })
  })

  it('is given to one of several simultaneous requests', async () => {
    const listeners = Array.from({ length: 8 }, () => harness.listener())
    const displayName = newName('Esi')
    const responses = await Promise.allSettled(listeners.map((listener) => save(listener, { displayName })))
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is free after its owner becomes anonymous', async () => {
    const [ama, other] = [harness.listener(), harness.listener()]
    await save(ama, { displayName: 'Short Name' })
    await save(ama, ANONYMOUS)
    expect(await save(other, { displayName: 'Short Name' })).toMatchObject({ displayName: 'Short Name' })
  })

  it.each(['Anonymous', 'griot', 'Griot Team', 'ADMIN', 'Аdmin'])(
    'refuses the reserved name %j',
    async (displayName) => {
      await expect(save(harness.listener(), { displayName })).rejects.toMatchObject({
        status: 422,
        code: 'display_name.reserved',
        fields: { displayName: 'That name is reserved. Please choose another.' },
      })
    },
  )
})

describe('hiding points', () => {
  it('is returned with the points, makes the listener anonymous, and does not stop earning', async () => {
    const ama = harness.listener()
    await complete(ama)
    await save(ama, { displayName: newName(), hidePoints: true, shownBadges: ['first-steps'] })
    const before = await total(ama)
    await harness.earnStart(ama)

    expect(await ama.call(GetPoints, ME)).toMatchObject({ hidePoints: true, totalPoints: before + 5 })
    expect(await seen(ama)).toMatchObject({ displayName: null, shownBadges: [] })
  })
})

describe('badges beside a name', () => {
  it('must be earned', async () => {
    const ama = harness.listener()
    await expect(save(ama, { shownBadges: ['first-steps'] })).rejects.toMatchObject({
      fields: { shownBadges: expect.stringContaining('earned') },
    })
    await complete(ama)
    await save(ama, { displayName: newName(), shownBadges: ['first-steps'] })
    expect(await seen(ama)).toMatchObject({ shownBadges: ['first-steps'] })
  })

  it('are limited to one, and to two from 100 points', async () => {
    const ama = harness.listener()
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

describe('level perks', () => {
  it('appear on the leaderboard: the boost for the listener, elite for everyone', async () => {
    const ama = harness.listener()
    await harness.earnStart(ama)
    const own = async () => (await readBoard(ama)).find(({ isMe }) => isMe)?.perks

    expect(await own()).toEqual([])
    await give(ama, 200)
    expect(await own()).toEqual(['leaderboard_boost'])
    await give(ama, 500)
    expect(await own()).toEqual(['leaderboard_boost', 'elite_status'])
    expect(await seen(ama)).toMatchObject({ perks: ['elite_status'] })
  })
})
