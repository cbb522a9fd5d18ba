import { z } from 'zod'
import * as account from './account.ts'
import * as audit from './audit.ts'
import * as accountDeletion from './catalog/account-deletion.ts'
import * as chapters from './catalog/chapters.ts'
import * as covers from './catalog/covers.ts'
import * as creators from './catalog/creators.ts'
import * as credits from './catalog/credits.ts'
import * as distribution from './catalog/distribution.ts'
import * as episodeDetails from './catalog/episode-details.ts'
import * as episodes from './catalog/episodes.ts'
import * as givenPicture from './catalog/given-picture.ts'
import * as members from './catalog/members.ts'
import * as moderation from './catalog/moderation.ts'
import * as podcasts from './catalog/podcasts.ts'
import * as portraits from './catalog/portraits.ts'
import * as previews from './catalog/previews.ts'
import * as privateFeeds from './catalog/private-feeds.ts'
import * as search from './catalog/search.ts'
import * as showDetails from './catalog/show-details.ts'
import * as studio from './catalog/studio.ts'
import * as description from './description.ts'
import type { Endpoint } from './endpoint.ts'
import * as errors from './errors.ts'
import * as library from './library.ts'
import * as listening from './listening.ts'
import * as mediaFiles from './media/files.ts'
import * as mediaSchemas from './media/media-file.ts'
import * as mediaModeration from './media/moderation.ts'
import * as renditions from './media/renditions.ts'
import * as streaming from './media/streaming.ts'
import * as notices from './notices.ts'
import * as overview from './overview.ts'
import * as people from './people.ts'
import * as player from './player.ts'
import * as points from './points.ts'
import * as pointsReview from './points-review.ts'
import * as profile from './profile.ts'
import * as queue from './queue.ts'
import * as reports from './reports.ts'
import * as tipsReceived from './tips-received.ts'
import * as uploads from './uploads.ts'
import * as user from './user.ts'

// The exports of the contracts, by the tag of their endpoints in the API description.
const CONTRACTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Account: { ...user, ...account },
  Podcasts: { ...podcasts, ...covers, ...studio, ...privateFeeds, ...distribution },
  Episodes: { ...episodes, ...previews, ...chapters },
  AccountDeletion: accountDeletion,
  Members: members,
  Search: search,
  Creators: { ...creators, ...portraits },
  Listening: listening,
  Library: library,
  Player: player,
  Points: { ...points, ...pointsReview, ...tipsReceived },
  Profile: profile,
  Media: { ...mediaFiles, ...renditions, ...streaming },
  Uploads: uploads,
  Queue: queue,
  Overview: overview,
  Moderation: { ...moderation, ...mediaModeration, ...reports },
  Notices: notices,
  Audit: audit,
  People: people,
  Description: description,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const isSchema = (value: unknown): value is z.ZodObject | z.ZodEnum =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum

const select = <Value>(exported: Readonly<Record<string, unknown>>, isValue: (value: unknown) => value is Value) =>
  Object.fromEntries(Object.entries(exported).filter((entry): entry is [string, Value] => isValue(entry[1])))

/** The endpoints of the API description, by tag and name. */
export const ALL_ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = Object.fromEntries(
  Object.entries(CONTRACTS).map(([tag, exported]) => [tag, select(exported, isEndpoint)]),
)

/** The named schemas of the API description. */
export const ALL_SCHEMAS: Readonly<Record<string, z.ZodType>> = select(
  Object.assign(
    {},
    errors,
    mediaSchemas,
    givenPicture,
    credits,
    showDetails,
    episodeDetails,
    ...Object.values(CONTRACTS),
  ),
  isSchema,
)
