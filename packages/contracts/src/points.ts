import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { CLAIM, Id, Limit, Points, page, Timestamp, UserId } from './values.ts'

/** Points from one level to the next. */
export const LEVEL_STEP = 100

/** The smallest and the largest tip. */
export const TIP_CENTS = { min: 100, max: 50_000 }

export const UserPoints = z.object({
  totalPoints: Points,
  weeklyPoints: Points.describe('Sum of this ISO week’s entries (UTC).'),
  level: z.number().int(),
  levelName: z.string(),
  pointsToNextLevel: Points,
  weekEndsAt: Timestamp.describe('When `weeklyPoints` restarts at 0.'),
  episodesListened: z
    .number()
    .int()
    .describe('Distinct episodes that were played or added, without those that were removed from the history.'),
  episodesCompleted: z.number().int().describe('Distinct episodes whose completion counted.'),
  completedThisWeek: z.number().int().describe('In this ISO week; `weekly.episodes` of them earn the weekly bonus.'),
  weekStreak: z.number().int().describe('floor(episodesListened / 7).'),
  sessions: z.number().int().describe('Listening sessions, including an open one.'),
  pledgedToday: Points.describe('Points for today’s pledges (UTC), at most `tip.dailyPointsCap`.'),
  hasNewBadges: z.boolean().describe('A badge was earned that `check-badges` has not returned yet.'),
  hasNewLevel: z.boolean().optional().describe('A level was reached that `check-badges` has not returned yet.'),
  hidePoints: z.boolean().describe('The user hides points; see the profile.'),
})
export type UserPoints = z.infer<typeof UserPoints>

export const GetPoints = get('/api/user/:id/points', 'user', {
  summary: 'Returns the caller’s points and level.',
  response: UserPoints,
})

export const PointsHistoryEntry = z.object({
  id: Id,
  type: z.enum(['listening', 'tip', 'achievement']),
  description: z.string(),
  points: Points,
  createdAt: Timestamp,
  episodeId: Id.nullable().describe('The episode that earned it, if any.'),
  podcastId: Id.nullable(),
})
export type PointsHistoryEntry = z.infer<typeof PointsHistoryEntry>

export const ListPointsHistory = get('/api/user/:id/points-history', 'user', {
  summary: 'Lists the caller’s ledger entries, newest first.',
  query: page(50).extend({ type: PointsHistoryEntry.shape.type.optional() }),
  response: z.array(PointsHistoryEntry),
})

export const DownloadPointsHistory = get('/api/user/:id/points-history.csv', 'user', {
  summary: 'Returns the caller’s ledger as CSV, newest first.',
  query: z.strictObject({ type: PointsHistoryEntry.shape.type.optional() }),
  responseType: 'text/csv',
})

export const LevelPerk = z.enum(['badge_slot', 'leaderboard_boost', 'elite_status'])
export type LevelPerk = z.infer<typeof LevelPerk>

export const LeaderboardEntry = z.object({
  id: Id,
  totalPoints: Points,
  level: z.number().int(),
  rank: z.number().int(),
  displayName: z.string().nullable().describe("The chosen display name; null means 'Anonymous'."),
  isMe: z.boolean(),
  shownBadges: z.array(z.string()).describe('Ids of the badges that the user shows beside the name.'),
  perks: z.array(LevelPerk).describe('Visible perks; `leaderboard_boost` only in the caller’s row.'),
  user: z.object({ email: z.string().nullable().describe('Null except in the caller’s row.') }),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

export const GetLeaderboard = get('/api/leaderboard', 'user', {
  summary: 'Lists the users with the most points, and last the caller if their rank is lower.',
  query: z.object({ limit: Limit.default(10) }),
  response: z.array(LeaderboardEntry),
})

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
    .describe('Limit of the points per day (UTC) for listening to one’s own shows.'),
  levels: z.object({
    step: Points,
    names: z.array(
      z.object({
        name: z.string(),
        from: Points,
        perk: z
          .object({ id: LevelPerk, name: z.string(), sentence: z.string() })
          .optional()
          .describe('The perk of the level.'),
      }),
    ),
  }),
  badges: z.array(z.object({ id: z.string(), episodes: z.number().int(), points: Points })),
  earning: z
    .array(z.object({ worth: z.string(), action: z.string(), condition: z.string() }))
    .describe('How to earn points, as texts: "+5", "Start an episode", "Once per episode."'),
  sentences: z.array(z.string()).describe('The rules as sentences, in display order.'),
})
export type PointsRules = z.infer<typeof PointsRules>

export const GetPointsRules = get('/api/points/rules', 'public', {
  summary: 'Returns the earning rules that the ledger applies.',
  response: PointsRules,
})

export const Badge = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  points: Points,
  rarity: z.enum(['common', 'rare', 'epic', 'legendary']),
  episodes: z.number().int().describe('Distinct completed episodes that are required.'),
})
export type Badge = z.infer<typeof Badge>

export const ListBadges = get('/api/badges', 'user', {
  summary: 'Lists all badges.',
  response: z.array(Badge),
})

export const UserBadge = z.object({ id: Id, badgeId: z.string(), earnedAt: Timestamp })
export type UserBadge = z.infer<typeof UserBadge>

export const ListUserBadges = get('/api/user/:id/badges', 'user', {
  summary: 'Lists the caller’s badges, newest first.',
  response: z.array(UserBadge),
})

export const CheckBadges = post('/api/user/:id/check-badges', 'user', {
  summary: 'Returns the badges that were earned and the level that was reached since the last call; each one once.',
  body: z.strictObject({
    action: z.string().max(64),
    data: z.strictObject({ podcastId: Id.nullish(), episodeId: Id.nullish() }).optional(),
  }),
  response: z.object({
    newBadges: z.array(Badge),
    newLevel: z
      .object({ level: z.number().int(), levelName: z.string() })
      .nullish()
      .describe('The level of the caller, if it is higher than the last one returned.'),
  }),
})

export const Milestone = z.object({
  id: z.string(),
  name: z.string(),
  goal: z.string(),
  reached: z.number().int(),
  target: z.number().int(),
  unit: z.string().optional().describe('What `reached` and `target` count: "days in a row".'),
})
export type Milestone = z.infer<typeof Milestone>

export const ListMilestones = get('/api/user/:id/milestones', 'user', {
  summary: 'Lists the next achievements with the caller’s progress.',
  response: z.array(Milestone),
})

export const Tip = z.object({
  id: Id,
  senderId: Id,
  receiverId: Id,
  podcastId: Id,
  episodeId: Id.nullable(),
  amount: z.number().int().describe('In cents.'),
  pointsEarned: Points,
  status: z.enum(['pledged', 'settled']).describe('A pledge until a payment provider settles it.'),
  createdAt: Timestamp,
})
export type Tip = z.infer<typeof Tip>

export const SendTip = post('/api/tip', 'user', {
  summary: 'Tips the host of a podcast.',
  takesIdempotencyKey: true,
  body: z.strictObject({
    senderId: UserId.optional(),
    receiverId: Id,
    podcastId: Id,
    episodeId: Id.nullish(),
    amount: z
      .number()
      .int()
      .min(TIP_CENTS.min, `The smallest tip is $${TIP_CENTS.min / 100}.`)
      .max(TIP_CENTS.max, `The largest tip is $${TIP_CENTS.max / 100}.`)
      .describe('In cents.'),
    pointsEarned: z.number().optional().describe(CLAIM),
  }),
  status: 201,
  response: Tip,
  also: {
    404: 'The podcast or episode does not exist.',
    422: 'The receiver does not host that podcast, or is the caller; or the key was used for another tip.',
  },
})
