import type { z } from 'zod'
import {
  Category,
  Creator,
  Episode,
  EpisodeNeighbours,
  FullPodcast,
  NewCreator,
  NewEpisode,
  NewPodcast,
  Podcast,
} from './catalog.ts'
import { ErrorBody } from './errors.ts'
import { Favorite, HistoryEntry, LibraryCounts } from './library.ts'
import { EndReason, ExplainedSession, ListeningSession } from './listening.ts'
import { MediaFile, MediaStatus, SoundFacts, TimelineEntry } from './media.ts'
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
import { QueueAction, QueueHealth, QueueItem, QueueOverview, QueueRow, QueueState, QueueWorker } from './queue.ts'
import { OpenUpload, StorageUse } from './uploads.ts'
import { Role, User } from './user.ts'

/** What callers know by a name: described once, and referred to from every call that takes or answers it. */
export const ALL_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Badge,
  Category,
  Creator,
  EndReason,
  Episode,
  EpisodeNeighbours,
  ErrorBody,
  ExplainedSession,
  Favorite,
  FullPodcast,
  HistoryEntry,
  LeaderboardEntry,
  LevelPerk,
  LibraryCounts,
  ListeningSession,
  MediaFile,
  MediaStatus,
  Milestone,
  NewCreator,
  NewEpisode,
  NewPodcast,
  OpenUpload,
  Podcast,
  PointsHistoryEntry,
  PointsRules,
  Profile,
  QueueAction,
  QueueHealth,
  QueueItem,
  QueueOverview,
  QueueRow,
  QueueState,
  QueueWorker,
  Role,
  SoundFacts,
  StorageUse,
  TimelineEntry,
  Tip,
  User,
  UserBadge,
  UserPoints,
}
