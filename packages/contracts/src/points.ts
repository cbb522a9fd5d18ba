import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { CLAIM, Id, Points, page, Timestamp, UserParams } from './values.ts'

/** Points from one level to the next: pages draw how far someone is without asking for the rules. */
export const LEVEL_STEP = 100

export const UserPoints = z.object({
  totalPoints: Points,
  weeklyPoints: Points.describe("Sum of this ISO week's entries (UTC)."),
  level: z.number().int(),
  levelName: z.string(),
  pointsToNextLevel: Points,
  weekEndsAt: Timestamp.describe('When `weeklyPoints` starts again from nothing.'),
  episodesListened: z.number().int().describe('Distinct episodes in the history.'),
  episodesCompleted: z.number().int().describe('Distinct episodes whose completion counted.'),
  completedThisWeek: z
    .number()
    .int()
    .describe('Those of this ISO week: `weekly.episodes` of them bring the weekly bonus.'),
  weekStreak: z.number().int().describe('floor(episodes in the history / 7).'),
  sessions: z.number().int().describe('Listening sessions, the open one included.'),
  pledgedToday: Points.describe(
    'What pledges have brought today (UTC); `tip.dailyPointsCap` of the rules is the most.',
  ),
  hasNewBadges: z.boolean().describe('A badge waits to be announced: see `check-badges`.'),
  hidePoints: z.boolean().describe('The person asked to see no points anywhere; see the profile.'),
})
export type UserPoints = z.infer<typeof UserPoints>

export const GetPoints = {
  method: 'GET',
  path: '/api/user/:id/points',
  access: 'user',
  summary: "One's own points and level.",
  params: UserParams,
  response: UserPoints,
} as const satisfies Endpoint

export const PointsHistoryEntry = z.object({
  id: Id,
  type: z.enum(['listening', 'tip', 'achievement']),
  description: z.string(),
  points: Points,
  createdAt: Timestamp,
  episodeId: Id.nullable().describe('What it was for, where that is an episode.'),
  podcastId: Id.nullable(),
})
export type PointsHistoryEntry = z.infer<typeof PointsHistoryEntry>

export const ListPointsHistory = {
  method: 'GET',
  path: '/api/user/:id/points-history',
  access: 'user',
  summary: "Every entry of one's own ledger, newest first.",
  params: UserParams,
  query: page(50).extend({ type: z.enum(['listening', 'tip', 'achievement']).optional() }),
  response: z.array(PointsHistoryEntry),
} as const satisfies Endpoint

export const DownloadPointsHistory = {
  method: 'GET',
  path: '/api/user/:id/points-history.csv',
  access: 'user',
  summary: "One's own whole ledger as a table, newest first.",
  params: UserParams,
  query: z.strictObject({ type: PointsHistoryEntry.shape.type.optional() }),
  answers: 'text/csv',
  response: z.unknown(),
} as const satisfies Endpoint

export const LevelPerk = z.enum(['badge_slot', 'leaderboard_boost', 'elite_status'])
export type LevelPerk = z.infer<typeof LevelPerk>

export const LeaderboardEntry = z.object({
  id: Id,
  totalPoints: Points,
  level: z.number().int(),
  rank: z.number().int(),
  displayName: z.string().nullable().describe("The name a person chose to show, else null: say 'Anonymous'."),
  isMe: z.boolean(),
  shownBadges: z.array(z.string()).describe('Ids of the badges that the person chose to show beside their name.'),
  perks: z.array(LevelPerk).describe("Perks that show: `leaderboard_boost` only on the caller's own row."),
  user: z.object({ email: z.string().nullable().describe("The caller's own, else null.") }),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

export const GetLeaderboard = {
  method: 'GET',
  path: '/api/leaderboard',
  access: 'user',
  summary: "The people with the most points, and the caller's own rank at the end if it is lower.",
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) }),
  response: z.array(LeaderboardEntry),
} as const satisfies Endpoint

export const PointsRules = z.object({
  perMinute: Points,
  perStart: Points,
  completion: z.object({ points: Points, positionPercent: z.number(), creditedPercent: z.number() }),
  weekly: z.object({ points: Points, episodes: z.number().int() }),
  tip: z.object({
    pointsPerDollar: z.number(),
    dailyPointsCap: Points,
    minCents: z.number().int(),
    maxCents: z.number().int(),
  }),
  ownShows: z
    .object({ dailyPointsCap: Points, sentence: z.string() })
    .optional()
    .describe('The most that start, minutes and completion of one’s own shows bring in a day (UTC).'),
  levels: z.object({
    step: Points,
    names: z.array(
      z.object({
        name: z.string(),
        from: Points,
        perk: z
          .object({ id: LevelPerk, name: z.string(), sentence: z.string() })
          .optional()
          .describe('What reaching it brings.'),
      }),
    ),
  }),
  badges: z.array(z.object({ id: z.string(), episodes: z.number().int(), points: Points })),
  earning: z
    .array(z.object({ worth: z.string(), action: z.string(), condition: z.string() }))
    .describe('What brings points, in the words that people read: "+5", "Start an episode", "Once per episode."'),
  sentences: z.array(z.string()).describe('The rules as sentences, in the order they should be shown.'),
})
export type PointsRules = z.infer<typeof PointsRules>

export const GetPointsRules = {
  method: 'GET',
  path: '/api/points/rules',
  access: 'public',
  summary: 'The earning rules, from the same numbers that the ledger pays by.',
  response: PointsRules,
} as const satisfies Endpoint

export const Badge = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  points: Points,
  rarity: z.enum(['common', 'rare', 'epic', 'legendary']),
  episodes: z.number().int().describe('Distinct completed episodes that earn it.'),
})
export type Badge = z.infer<typeof Badge>

export const ListBadges = {
  method: 'GET',
  path: '/api/badges',
  access: 'user',
  summary: 'Every badge there is.',
  response: z.array(Badge),
} as const satisfies Endpoint

export const UserBadge = z.object({ id: Id, badgeId: z.string(), earnedAt: Timestamp })
export type UserBadge = z.infer<typeof UserBadge>

export const ListUserBadges = {
  method: 'GET',
  path: '/api/user/:id/badges',
  access: 'user',
  summary: "One's own badges, newest first.",
  params: UserParams,
  response: z.array(UserBadge),
} as const satisfies Endpoint

export const CheckBadges = {
  method: 'POST',
  path: '/api/user/:id/check-badges',
  access: 'user',
  summary: 'Badges earned and not yet announced; each is answered once.',
  params: UserParams,
  body: z.strictObject({
    action: z.string().max(64),
    data: z.strictObject({ podcastId: Id.nullish(), episodeId: Id.nullish() }).optional(),
  }),
  response: z.object({ newBadges: z.array(Badge) }),
} as const satisfies Endpoint

export const Milestone = z.object({
  id: z.string(),
  name: z.string(),
  goal: z.string(),
  reached: z.number().int(),
  target: z.number().int(),
})
export type Milestone = z.infer<typeof Milestone>

export const ListMilestones = {
  method: 'GET',
  path: '/api/user/:id/milestones',
  access: 'user',
  summary: 'Achievements that are coming, and how far one is towards each.',
  params: UserParams,
  response: z.array(Milestone),
} as const satisfies Endpoint

export const Tip = z.object({
  id: Id,
  senderId: Id,
  receiverId: Id,
  podcastId: Id,
  episodeId: Id.nullable(),
  amount: z.number().int().describe('In cents.'),
  pointsEarned: Points,
  status: z.enum(['pledged', 'settled']).describe('A pledge until a payment provider says otherwise.'),
  createdAt: Timestamp,
})
export type Tip = z.infer<typeof Tip>

export const SendTip = {
  method: 'POST',
  path: '/api/tip',
  access: 'user',
  summary: 'Tips the host of a podcast.',
  takesIdempotencyKey: true,
  body: z.strictObject({
    senderId: z.union([z.literal('me'), Id]).optional(),
    receiverId: Id,
    podcastId: Id,
    episodeId: Id.nullish(),
    amount: z
      .number()
      .int()
      .min(100, 'The smallest tip is $1.')
      .max(50_000, 'The largest tip is $500.')
      .describe('In cents.'),
    pointsEarned: z.number().optional().describe(CLAIM),
  }),
  status: 201,
  response: Tip,
  also: {
    404: 'There is no such podcast or episode.',
    422: 'The receiver does not host that podcast, or is the caller; or the key was used for another tip.',
  },
} as const satisfies Endpoint
