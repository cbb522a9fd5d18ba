import type { z } from 'zod'
import { AccountExport } from './account.ts'
import { Creator, CreatorEdit, NewCreator } from './catalog/creators.ts'
import { Episode, EpisodeEdit, EpisodeNeighbours, EpisodeStatus, NewEpisode } from './catalog/episodes.ts'
import { Category, FullPodcast, NewPodcast, Podcast, PodcastEdit } from './catalog/podcasts.ts'
import { ErrorBody } from './errors.ts'
import { Favorite, HistoryEntry, LibraryCounts } from './library.ts'
import { EndReason, ExplainedSession, ListeningSession } from './listening.ts'
import {
  Delivery,
  MediaFile,
  MediaStatus,
  Rendition,
  Replacement,
  SoundFacts,
  TagSuggestions,
  TimelineEntry,
} from './media/media-file.ts'
import {
  Badge,
  LeaderboardEntry,
  LevelPerk,
  Milestone,
  PointsHistoryEntry,
  PointsRules,
  Tip,
  UserBadge,
  UserPoints,
} from './points.ts'
import { Profile } from './profile.ts'
import {
  LogLine,
  QueueAction,
  QueueActivity,
  QueueDeed,
  QueueHealth,
  QueueHour,
  QueueItem,
  QueueOverview,
  QueueRow,
  QueueState,
  QueueWorker,
} from './queue.ts'
import { OpenUpload, StorageUse } from './uploads.ts'
import { Role, User } from './user.ts'

/** What callers know by a name: described once, and referred to from every call that takes or answers it. */
export const ALL_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  AccountExport,
  Badge,
  Category,
  Creator,
  CreatorEdit,
  Delivery,
  EndReason,
  Episode,
  EpisodeEdit,
  EpisodeNeighbours,
  EpisodeStatus,
  ErrorBody,
  ExplainedSession,
  Favorite,
  FullPodcast,
  HistoryEntry,
  LeaderboardEntry,
  LevelPerk,
  LibraryCounts,
  ListeningSession,
  LogLine,
  MediaFile,
  MediaStatus,
  Milestone,
  NewCreator,
  NewEpisode,
  NewPodcast,
  OpenUpload,
  Podcast,
  PodcastEdit,
  PointsHistoryEntry,
  PointsRules,
  Profile,
  QueueAction,
  QueueActivity,
  QueueDeed,
  QueueHealth,
  QueueHour,
  QueueItem,
  QueueOverview,
  QueueRow,
  QueueState,
  QueueWorker,
  Rendition,
  Replacement,
  Role,
  SoundFacts,
  StorageUse,
  TagSuggestions,
  TimelineEntry,
  Tip,
  User,
  UserBadge,
  UserPoints,
}
