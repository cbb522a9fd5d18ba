import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  DeleteSavedEpisode,
  GetLibraryCounts,
  ListFavorites,
  ListHistory,
  ListSavedEpisodes,
  SaveEpisode,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { EndListening, HeartbeatListening, ListListeningSessions, StartListening } from '@griot/contracts/listening'
import { GetPlayer, SavePlayer } from '@griot/contracts/player'
import {
  CheckBadges,
  DownloadPointsHistory,
  GetLeaderboard,
  GetPoints,
  ListBadges,
  ListMilestones,
  ListPointsHistory,
  ListUserBadges,
  SendTip,
} from '@griot/contracts/points'
import { HoldPoints, ListUnusualEarners, ReleasePoints } from '@griot/contracts/points-review'
import { GetProfile, SaveProfile } from '@griot/contracts/profile'
import { DownloadReceivedTips, GetReceivedTotals, ListReceivedTips } from '@griot/contracts/tips-received'
import {
  type AccessRow,
  type AccessTeam,
  adminOnly,
  each,
  hostOnly,
  ofHost,
  type Prepare,
  readers,
  withoutSubject,
} from './access-team.ts'

const aboutDraft =
  (about: (draft: { id: string; podcastId: string }) => Record<string, unknown>): Prepare =>
  async ({ draft, recording }) => ({ body: about(await draft(recording.id)) })

const history = (episode: { id: string; podcastId: string }) => ({
  episodeId: episode.id,
  podcastId: episode.podcastId,
  progress: 10,
  completed: false,
})

/** An entry of the history of the host. */
const ofEntry =
  (body?: unknown): Prepare =>
  async ({ host, draft, recording }) => {
    const entry = await host.call(CreateHistoryEntry, { body: history(await draft(recording.id)) })
    return { params: { id: entry.id }, body }
  }

const ofFavorite: Prepare = async ({ host, createShow }) => {
  const favorite = await host.call(CreateFavorite, { body: { podcastId: (await createShow()).id } })
  return { params: { id: favorite.id } }
}

const ofSavedEpisode: Prepare = async ({ host, draft }) => {
  const saved = await host.call(SaveEpisode, { body: { episodeId: (await draft()).id } })
  return { params: { id: saved.id } }
}

const start = async ({ host, draft, recording }: AccessTeam) =>
  host.call(StartListening, { body: { episodeId: (await draft(recording.id)).id } })

/** Progress of a listening session of the host. */
const ofSession =
  (more: Record<string, unknown> = {}): Prepare =>
  async (team) => {
    const { id: sessionId } = await start(team)
    return { body: { sessionId, listeningDuration: 0, totalProgress: 0, ...more } }
  }

/** The host has listened, so the points of the host can be held. */
const ofListener: Prepare = async (team) => {
  await start(team)
  return { params: { id: team.host.id } }
}

const tip: Prepare = ({ host, podcast }) => ({ body: { receiverId: host.id, podcastId: podcast.id, amount: 500 } })

const profile = { displayName: null, hidePoints: false, shownBadges: [] }
const player = { deviceId: '00000000-0000-4000-8000-000000000000', ageMs: 0, rate: 1 }

export const LISTENING_ROWS: readonly AccessRow[] = [
  [StartListening, aboutDraft(({ id }) => ({ episodeId: id })), readers(200)],
  [HeartbeatListening, ofSession(), hostOnly(200)],
  [EndListening, ofSession({ completed: false }), hostOnly(200)],
  [ListListeningSessions, ofHost(), hostOnly(200, 403)],
  [ListHistory, ofHost(), hostOnly(200, 403)],
  [CreateHistoryEntry, aboutDraft(history), readers(201)],
  [UpdateHistoryEntry, ofEntry({ progress: 20, completed: false }), hostOnly(200)],
  [DeleteHistoryEntry, ofEntry(), hostOnly(204)],
  [GetLibraryCounts, ofHost(), hostOnly(200, 403)],
  [ListFavorites, ofHost(), hostOnly(200, 403)],
  [CreateFavorite, ({ podcast }) => ({ body: { podcastId: podcast.id } }), readers(201)],
  [DeleteFavorite, ofFavorite, hostOnly(204)],
  [ListSavedEpisodes, ofHost(), hostOnly(200, 403)],
  [SaveEpisode, aboutDraft(({ id }) => ({ episodeId: id })), readers(201)],
  [DeleteSavedEpisode, ofSavedEpisode, hostOnly(204)],
  [GetPlayer, withoutSubject(), each(200)],
  [SavePlayer, withoutSubject({ body: player }), each(200)],
  [GetPoints, ofHost(), hostOnly(200, 403)],
  [ListPointsHistory, ofHost(), hostOnly(200, 403)],
  [DownloadPointsHistory, ofHost(), hostOnly(200, 403)],
  [ListMilestones, ofHost(), hostOnly(200, 403)],
  [ListBadges, withoutSubject(), each(200)],
  [ListUserBadges, ofHost(), hostOnly(200, 403)],
  [CheckBadges, ofHost({ body: { action: 'listened' } }), hostOnly(200, 403)],
  [GetLeaderboard, withoutSubject(), each(200)],
  [GetProfile, ofHost(), hostOnly(200, 403)],
  [SaveProfile, ofHost({ body: profile }), hostOnly(200, 403)],
  [SendTip, tip, [401, 404, 201, 201, 201, 422, 201]],
  [ListReceivedTips, ofHost(), hostOnly(200, 403)],
  [GetReceivedTotals, ofHost(), hostOnly(200, 403)],
  [DownloadReceivedTips, ofHost(), hostOnly(200, 403)],
  [ListUnusualEarners, withoutSubject(), adminOnly(200)],
  [HoldPoints, ofListener, adminOnly(200)],
  [ReleasePoints, ofListener, adminOnly(200)],
]
