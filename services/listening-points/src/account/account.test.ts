import { CreateFavorite } from '@griot/contracts/library'
import { GetLeaderboard } from '@griot/contracts/points'
import { SaveProfile } from '@griot/contracts/profile'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account-part'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '../ledger/audit.ts'
import { end, type Guest, type House, ME, openHouse, start } from '../testing/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const listened = async (guest: Guest, displayName: string) => {
  const episode = house.catalogue.addEpisode({ lengthSeconds: 90 })
  const session = await start(guest, episode)
  await house.pass(90)
  await end(guest, session.id, { listeningDuration: 90, totalProgress: 90 })
  await guest.call(CreateFavorite, { body: { podcastId: episode.podcastId } })
  await guest.call(SaveProfile, { ...ME, body: { displayName, hidePoints: false, shownBadges: [] } })
  return episode
}

describe('what listening-points keeps about a person', () => {
  it('is told to them, with the reason of every point', async () => {
    const ama = house.guest()
    const episode = await listened(ama, 'Ama of the export')
    await listened(house.guest(), 'Kofi of the export')

    const part = await ama.call(ReadAccountPart, {})

    expect(part).toMatchObject({
      profile: [{ display_name: 'Ama of the export' }],
      listeningSessions: [{ episode_id: episode.id, credited_seconds: 90 }],
      history: [{ episode_id: episode.id, completed: true }],
      favorites: [{ podcast_id: episode.podcastId }],
      badges: [{ badge_id: 'first-steps' }],
      tipsSent: [],
    })
    expect(part.pointsHistory).toHaveLength((await house.entriesOf(ama)).length)
    expect(JSON.stringify(part)).not.toContain('Kofi')
  })

  it('is nobody’s any more when they have gone; the ledger still adds up', async () => {
    const esi = house.guest()
    await listened(esi, 'Esi who leaves')
    const entries = await house.entriesOf(esi)

    for (const _ of [1, 2]) await esi.call(RemoveAccountPart, {})

    const other = house.guest()
    const board = JSON.stringify(await other.call(GetLeaderboard, {}))
    expect(board).not.toContain('Esi')
    const part = await esi.call(ReadAccountPart, {})
    expect(part).toMatchObject({ profile: [{ display_name: null, shown_badges: [] }], favorites: [] })
    expect(await house.entriesOf(esi)).toEqual(entries)
    expect(await auditLedger(house.db)).toEqual([])
    // The name is free again.
    await listened(other, 'Esi who leaves')
  })
})
