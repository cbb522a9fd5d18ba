import { DeleteAccount, ExportAccount } from './account.ts'
import { DeletePodcastCover, GetPodcastCover, GetUploadedCover, UploadPodcastCover } from './catalog/covers.ts'
import { CreateCreator, DeleteCreator, ListCreators, UpdateCreator } from './catalog/creators.ts'
import {
  CreateEpisode,
  DeleteEpisode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from './catalog/episodes.ts'
import {
  CreatePodcast,
  DeletePodcast,
  GetPodcast,
  ListPodcasts,
  ListPopularPodcasts,
  UpdatePodcast,
} from './catalog/podcasts.ts'
import { DeleteCreatorPortrait, GetUploadedPortrait, UploadCreatorPortrait } from './catalog/portraits.ts'
import { GetDescription, ReadDescription } from './description.ts'
import type { Endpoint } from './endpoint.ts'
import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  GetLibraryCounts,
  ListFavorites,
  ListHistory,
  UpdateHistoryEntry,
} from './library.ts'
import { EndListening, HeartbeatListening, ListListeningSessions, StartListening } from './listening.ts'
import {
  DeleteMedia,
  GetMedia,
  GetMediaTimeline,
  LinkMedia,
  ListUserMedia,
  RenameMedia,
  ReplaceMedia,
  RetryMedia,
  UploadMedia,
  WatchMedia,
} from './media/files.ts'
import { GetMediaArtwork, GetMediaPeaks, StreamMedia } from './media/hearing.ts'
import { AskRendition, ChooseDelivery, RemoveRendition } from './media/renditions.ts'
import {
  CheckBadges,
  DownloadPointsHistory,
  GetLeaderboard,
  GetPoints,
  GetPointsRules,
  ListBadges,
  ListMilestones,
  ListPointsHistory,
  ListUserBadges,
  SendTip,
} from './points.ts'
import { GetProfile, SaveProfile } from './profile.ts'
import {
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueItem,
  ListQueueDeeds,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
} from './queue.ts'
import { CancelUpload, ContinueUpload, CreateUpload, GetStorage, GetUploadOffset, ListUploads } from './uploads.ts'
import { FinishSignIn, GetUser, SignIn, SignOut } from './user.ts'

/** Every call of the product by its name, under the noun it is about. Only what stands here is described to callers. */
export const ALL_ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  Account: { SignIn, FinishSignIn, SignOut, GetUser, ExportAccount, DeleteAccount },
  Podcasts: {
    ListPodcasts,
    ListPopularPodcasts,
    GetPodcast,
    ListPodcastEpisodes,
    CreatePodcast,
    UpdatePodcast,
    DeletePodcast,
    GetPodcastCover,
    UploadPodcastCover,
    DeletePodcastCover,
    GetUploadedCover,
  },
  Episodes: { ListEpisodes, GetEpisode, GetEpisodeNeighbours, CreateEpisode, UpdateEpisode, DeleteEpisode },
  Creators: {
    ListCreators,
    CreateCreator,
    UpdateCreator,
    DeleteCreator,
    UploadCreatorPortrait,
    DeleteCreatorPortrait,
    GetUploadedPortrait,
  },
  Listening: { StartListening, HeartbeatListening, EndListening, ListListeningSessions },
  Library: {
    GetLibraryCounts,
    ListHistory,
    CreateHistoryEntry,
    UpdateHistoryEntry,
    DeleteHistoryEntry,
    ListFavorites,
    CreateFavorite,
    DeleteFavorite,
  },
  Points: { GetPoints, ListPointsHistory, DownloadPointsHistory, GetPointsRules, GetLeaderboard },
  Profile: { GetProfile, SaveProfile },
  Badges: { ListBadges, ListUserBadges, CheckBadges, ListMilestones },
  Tips: { SendTip },
  Media: {
    UploadMedia,
    ListUserMedia,
    GetMedia,
    GetMediaTimeline,
    RenameMedia,
    RetryMedia,
    ReplaceMedia,
    DeleteMedia,
    AskRendition,
    RemoveRendition,
    ChooseDelivery,
    GetMediaArtwork,
    LinkMedia,
    StreamMedia,
    GetMediaPeaks,
    WatchMedia,
  },
  Uploads: { CreateUpload, GetUploadOffset, ContinueUpload, CancelUpload, ListUploads, GetStorage },
  Queue: {
    GetQueue,
    GetQueueActivity,
    GetQueueItem,
    ListQueueDeeds,
    RetryQueueItem,
    CancelQueueItem,
    RetryFailedMedia,
    PauseQueue,
    ResumeQueue,
  },
  Description: { GetDescription, ReadDescription },
}
