import {
  CreateCreator,
  CreateEpisode,
  CreatePodcast,
  GetEpisode,
  GetEpisodeNeighbours,
  GetPodcast,
  GetPodcastCover,
  ListCreators,
  ListEpisodes,
  ListPodcastEpisodes,
  ListPodcasts,
  ListPopularPodcasts,
} from './catalog.ts'
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
  GetMediaPeaks,
  GetMediaTimeline,
  LinkMedia,
  ListUserMedia,
  RenameMedia,
  RetryMedia,
  StreamMedia,
  UploadMedia,
  WatchMedia,
} from './media.ts'
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
  GetQueueItem,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
} from './queue.ts'
import { CancelUpload, ContinueUpload, CreateUpload, GetStorage, GetUploadOffset, ListUploads } from './uploads.ts'
import { FinishSignIn, GetUser, SignIn, SignOut } from './user.ts'

/** Every call of the product by its name, under the noun it is about. Only what stands here is described to callers. */
export const ALL_ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  Account: { SignIn, FinishSignIn, SignOut, GetUser },
  Podcasts: { ListPodcasts, ListPopularPodcasts, GetPodcast, GetPodcastCover, ListPodcastEpisodes, CreatePodcast },
  Episodes: { ListEpisodes, GetEpisode, GetEpisodeNeighbours, CreateEpisode },
  Creators: { ListCreators, CreateCreator },
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
    DeleteMedia,
    LinkMedia,
    StreamMedia,
    GetMediaPeaks,
    WatchMedia,
  },
  Uploads: { CreateUpload, GetUploadOffset, ContinueUpload, CancelUpload, ListUploads, GetStorage },
  Queue: { GetQueue, GetQueueItem, RetryQueueItem, CancelQueueItem, RetryFailedMedia, PauseQueue, ResumeQueue },
  Description: { GetDescription, ReadDescription },
}
