import { CreateFavorite, SaveEpisode } from '@griot/contracts/library'
import { HoldPoints } from '@griot/contracts/points-review'
import { SaveProfile } from '@griot/contracts/profile'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { ReadAuditPart } from '@griot/service-kit/audit/list-audit'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '../ledger/audit.ts'
import { createHarness, end, type Harness, ME, readBoard, start, type TestListener } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const listened = async (listener: TestListener, displayName: string) => {
  const episode = harness.catalog.addEpisode({ lengthSeconds: 90 })
  const session = await start(listener, episode)
  await harness.advance(90)
  await end(listener, session.id, { listeningDuration: 90, totalProgress: 90 })
  await listener.call(CreateFavorite, { body: { podcastId: episode.podcastId } })
  await listener.call(SaveEpisode, { body: { episodeId: episode.id } })
  await listener.call(SaveProfile, { ...ME, body: { displayName, hidePoints: false, shownBadges: [] } })
  return episode
}

describe('a user’s data in listening-points', () => {
  it('is exported with the reason for every point', async () => {
    const ama = harness.listener()
    const episode = await listened(ama, 'Ama of the export')
    await listened(harness.listener(), 'Kofi of the export')

    const part = await ama.call(ReadAccountPart, {})

    expect(part).toMatchObject({
      profile: [{ display_name: 'Ama of the export' }],
      listeningSessions: [{ episode_id: episode.id, credited_seconds: 90 }],
      history: [{ episode_id: episode.id, completed: true }],
      favorites: [{ podcast_id: episode.podcastId }],
      savedEpisodes: [{ episode_id: episode.id, podcast_id: episode.podcastId }],
      badges: [{ badge_id: 'first-steps' }],
      tipsSent: [],
    })
    expect(part.pointsHistory).toHaveLength((await harness.entriesOf(ama)).length)
    expect(JSON.stringify(part)).not.toContain('Kofi')
  })

  it('is anonymous after deletion, and the ledger still adds up', async () => {
    const esi = harness.listener()
    await listened(esi, 'Former Esi')
    const entries = await harness.entriesOf(esi)
    const admin = harness.service.as(person({ roles: ['admin'] }))
    await admin.call(HoldPoints, { params: { id: esi.id } })
    expect((await esi.call(ReadAccountPart, {})).auditEntries).toMatchObject([{ action: 'points.held' }])

    for (const _ of [1, 2]) await esi.call(RemoveAccountPart, {})

    const other = harness.listener()
    const board = JSON.stringify(await readBoard(other))
    expect(board).not.toContain('Esi')
    const part = await esi.call(ReadAccountPart, {})
    expect(part).toMatchObject({
      profile: [{ display_name: null, shown_badges: [] }],
      favorites: [],
      savedEpisodes: [],
    })
    expect(await harness.entriesOf(esi)).toEqual(entries)
    expect(await admin.call(ReadAuditPart, { query: { limit: 5, action: 'points.held' } })).toMatchObject([
      { subjectId: '', subjectName: 'Deleted user' },
    ])
    expect(await auditLedger(harness.db)).toEqual([])
    await listened(other, 'Former Esi')
  })
})
