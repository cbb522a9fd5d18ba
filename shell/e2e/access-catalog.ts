import { ListShowsOfAccount } from '@griot/contracts/catalog/account-deletion'
import { GetChapters, SaveChapters } from '@griot/contracts/catalog/chapters'
import { DeletePodcastCover, GetPodcastCover, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { CreateCreator, DeleteCreator, ListCreators, UpdateCreator } from '@griot/contracts/catalog/creators'
import { GetDistribution, MoveFeed, UndoMove } from '@griot/contracts/catalog/distribution'
import {
  CreateEpisode,
  DeleteEpisode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import {
  AcceptInvitation,
  ChangeMemberRole,
  DeclineInvitation,
  GetInvitation,
  GetPodcastAccess,
  InviteMember,
  ListInvitations,
  ListMembers,
  RemoveMember,
  RevokeInvitation,
} from '@griot/contracts/catalog/members'
import { CreatePodcast, DeletePodcast, GetPodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { DeleteCreatorPortrait, UploadCreatorPortrait } from '@griot/contracts/catalog/portraits'
import { CreatePreview, GetPreviewedEpisode, ListPreviews, RevokePreview } from '@griot/contracts/catalog/previews'
import { CreatePrivateFeed, ListPrivateFeeds, RevokePrivateFeed } from '@griot/contracts/catalog/private-feeds'
import { ListStudioPodcasts } from '@griot/contracts/catalog/studio'
import {
  type AccessRequest,
  type AccessRow,
  CALLERS,
  each,
  editors,
  hostOnly,
  ofDraft,
  ofHiddenShow,
  ofNewShow,
  ofShow,
  owners,
  type Prepare,
  readers,
  withoutSubject,
} from './access-team.ts'

const ofMember =
  (request: AccessRequest = {}): Prepare =>
  async ({ podcast, addMember }) => ({ ...request, params: { id: podcast.id, userId: (await addMember()).id } })

const ofToken: Prepare = async ({ invite }) => ({ params: { token: await invite('analyst') } })

/** A private feed of the host. */
const ofPrivateFeed: Prepare = async ({ host, createShow }) => {
  const feed = await host.call(CreatePrivateFeed, { params: { id: (await createShow()).id }, body: { name: 'Phone' } })
  return { params: { id: feed.id } }
}

const ofTokenOfNewShow: Prepare = async ({ createShow, invite }) => ({
  params: { token: await invite('analyst', (await createShow()).id) },
})

const ofInvitation: Prepare = async ({ host, podcast }) => {
  const invitation = await host.call(InviteMember, { params: { id: podcast.id }, body: { role: 'editor', email: '' } })
  return { params: { id: podcast.id, invitationId: invitation.id } }
}

const withPreview = async ({ host, draft }: Parameters<Prepare>[0]) => {
  const { id } = await draft()
  return { id, preview: await host.call(CreatePreview, { params: { id }, body: {} }) }
}
const ofPreview: Prepare = async (team) => {
  const { id, preview } = await withPreview(team)
  return { params: { id, previewId: preview.id } }
}
const ofPreviewToken: Prepare = async (team) => {
  const { preview } = await withPreview(team)
  return { params: { token: preview.link.split('/').at(-1) } }
}

/** The creator profile of the host. The row of `CreateCreator` comes before. */
const ofProfile =
  (request: AccessRequest = {}): Prepare =>
  async ({ host }) => {
    const [profile] = await host.call(ListCreators, { query: { userId: 'me' } })
    return { ...request, params: { id: profile?.id } }
  }

const newEpisode: Prepare = ({ podcast, nextNumber }) => {
  const about = { title: 'The shuttle', description: 'Back and forth.', podcastId: podcast.id, status: 'draft' }
  return { body: { ...about, episodeNumber: nextNumber() } }
}

const newProfile = { name: 'Mensah', bio: 'Weaves.' }
const newShow = { title: 'Another', description: 'Show.', hostName: 'Ama', category: 'culture' }

export const CATALOG_ROWS: readonly AccessRow[] = [
  [GetPodcast, ofShow(), readers(200, 404)],
  // The address of a drawn cover needs no session, so that an invited user sees it. A cover of a hidden show needs one.
  [GetPodcastCover, ofShow(), Array<number>(CALLERS.length).fill(200)],
  [GetPodcastCover, ofHiddenShow(), [404, 404, 404, 404, 404, 200, 200]],
  [ListPodcastEpisodes, ofShow(), readers(200, 404)],
  [GetPodcastAccess, ofShow(), readers(200)],
  [CreatePodcast, withoutSubject({ body: newShow }), each(201)],
  [UpdatePodcast, ofShow({ body: { description: 'New.' } }), editors(200)],
  [DeletePodcast, ofNewShow(), hostOnly(200)],
  [UploadPodcastCover, ofShow({ form: 'cover' }), editors(201)],
  [DeletePodcastCover, ofShow(), editors(200)],
  [ListStudioPodcasts, withoutSubject(), each(200)],
  [ListShowsOfAccount, withoutSubject(), each(200)],
  [GetEpisode, ofDraft(), readers(200, 404)],
  [GetEpisodeNeighbours, ofDraft(), readers(200, 404)],
  [CreateEpisode, newEpisode, editors(201)],
  [UpdateEpisode, ofDraft({ body: { title: 'New' } }), editors(200)],
  [DeleteEpisode, ofDraft(), editors(200)],
  [GetChapters, ofDraft(), editors(200)],
  [SaveChapters, ofDraft({ body: { chapters: [] } }), editors(200)],
  [CreatePrivateFeed, ofShow({ body: { name: 'Phone' } }), readers(201)],
  [ListPrivateFeeds, withoutSubject(), each(200)],
  [RevokePrivateFeed, ofPrivateFeed, hostOnly(200)],
  [GetDistribution, ofShow(), readers(200)],
  // The feed is locked.
  [MoveFeed, ofShow({ body: { newFeedUrl: 'https://podcasts.example.org/feed.xml' } }), owners(409)],
  [UndoMove, ofShow(), owners(200)],
  [ListPreviews, ofDraft(), editors(200)],
  [CreatePreview, ofDraft({ body: {} }), editors(201)],
  [RevokePreview, ofPreview, editors(200)],
  [GetPreviewedEpisode, ofPreviewToken, each(200)],
  [ListMembers, ofShow(), readers(200)],
  [ChangeMemberRole, ofMember({ body: { role: 'editor' } }), owners(200)],
  [RemoveMember, ofMember(), owners(200)],
  [InviteMember, ofShow({ body: { role: 'editor' } }), owners(201)],
  [ListInvitations, ofShow(), owners(200)],
  [RevokeInvitation, ofInvitation, owners(200)],
  [GetInvitation, ofToken, [401, 200, 409, 409, 409, 409, 200]],
  [DeclineInvitation, ofToken, [401, 200, 409, 409, 409, 409, 200]],
  [AcceptInvitation, ofTokenOfNewShow, [401, 200, 200, 200, 200, 409, 200]],
  [CreateCreator, withoutSubject({ body: newProfile }), each(201)],
  [UploadCreatorPortrait, ofProfile({ form: 'portrait' }), hostOnly(201)],
  [DeleteCreatorPortrait, ofProfile(), hostOnly(200)],
  [UpdateCreator, ofProfile({ body: { bio: 'Weaves.' } }), hostOnly(200)],
  [DeleteCreator, ofProfile(), hostOnly(409)],
]
