import { COMPLETED_PERCENT, withinLength } from '@griot/contracts/listening-rules'
import { type Badge, LEVEL_STEP, TIP_CENTS } from '@griot/contracts/points'
import type { SentAudio, SentFiles } from '@griot/service-kit/identity/audio-sent'

/** Every number that points follow from. The ledger credits by them and `GET /api/points/rules` returns them. */
export const RULES = {
  perMinute: 1,
  perStart: 5,
  /** A start earns points once this many seconds of the episode are credited, or this percent of a shorter one. */
  startAfter: { seconds: 30, percent: 50 },
  // Credited seconds are seconds of the clock: at double speed, half of the position's share has passed.
  completion: { points: 10, positionPercent: COMPLETED_PERCENT, creditedPercent: COMPLETED_PERCENT / 2 },
  /** Of a listener, for starts and as many for completions: in any 60 minutes, and per day (UTC). */
  bonusLimits: { perHour: 12, perDay: 60 },
  weekly: { points: 15, episodes: 3 },
  /** Start, minutes and completion together, per day (UTC). */
  ownShows: { dailyPointsCap: 100 },
  /** The cap counts points for pledges. */
  tip: { pointsPerDollar: 2, dailyPointsCap: 100, minCents: TIP_CENTS.min, maxCents: TIP_CENTS.max },
  levels: {
    step: LEVEL_STEP,
    names: [
      { name: 'Newcomer', from: 0 },
      { name: 'Regular Listener', from: 100, perk: 'badge_slot' },
      { name: 'Dedicated Fan', from: 200, perk: 'leaderboard_boost' },
      { name: 'Audio Mogul', from: 500, perk: 'elite_status' },
    ],
  },
  /** Badges beside a display name, without perks. */
  badgeSlots: 1,
  badges: [
    { id: 'first-steps', episodes: 1, points: 10, name: 'First Steps', icon: 'footprints', rarity: 'common' },
    { id: 'episode-master', episodes: 10, points: 50, name: 'Episode Master', icon: 'headphones', rarity: 'rare' },
    { id: 'binge-listener', episodes: 50, points: 200, name: 'Binge Listener', icon: 'flame', rarity: 'epic' },
    {
      id: 'podcast-champion',
      episodes: 100,
      points: 500,
      name: 'Podcast Champion',
      icon: 'trophy',
      rarity: 'legendary',
    },
  ],
  /** Announced on the points page; they earn nothing yet. `episodes` is the second tier of the badge Episode Master. */
  milestones: { episodes: 100, streakDays: 30, points: 10_000 },
} as const

export const BADGES: readonly Badge[] = RULES.badges.map((badge) => ({
  ...badge,
  description: badge.episodes === 1 ? 'Complete your first episode.' : `Complete ${badge.episodes} different episodes.`,
}))

/**
 * The daily report lists listeners who exceed one of these numbers: points for listening in an hour of the clock (listening
 * at normal speed earns 105 with twenty-minute episodes and 150 with ten-minute ones), starts or completions that earned
 * points in a day, different episodes of one host in a day, and listeners at the same time from one address (a family or a
 * small office has fewer).
 */
export const UNUSUAL = { pointsPerHour: 180, bonusesPerDay: 40, episodesOfOneHost: 40, listenersOfOneAddress: 10 }

/** A claim may exceed the elapsed time by this many seconds, because requests take time to arrive. */
export const GRACE_SECONDS = 5

/**
 * The audio that was sent supports this much more: the share of its bytes is not the share of its time (variable bit rate,
 * tags), and the gateway stores it every five seconds.
 */
const AUDIO_TOLERANCE = { seconds: 60, percent: 10 }

/** The history lists an episode once this many seconds of it are credited, or this percent of a shorter one. */
export const LISTED_AFTER = { seconds: 30, percent: 10 }

/** Minutes of an open session are credited when this many have been heard. */
export const CREDITED_EVERY_MINUTES = 10

/** A session without a heartbeat for this long is closed. */
export const SILENCE_SECONDS = 120

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const HOUR_MS = 3_600_000

/** The end of the listener's latest session, if it lies an hour ahead: the clock was set back. Otherwise null. */
export const endAhead = (startedAt: string, listenedUntil: string | null) =>
  listenedUntil !== null && Date.parse(listenedUntil) >= Date.parse(startedAt) + HOUR_MS ? listenedUntil : null

/**
 * Time counts from a little before the start, but not from before the end of the listener's latest session. An end that
 * lies an hour ahead is ignored.
 */
export const countsFrom = (startedAt: string, listenedUntil: string | null) => {
  const start = Date.parse(startedAt) - GRACE_SECONDS * 1000
  const isIgnored = listenedUntil === null || endAhead(startedAt, listenedUntil) !== null
  return new Date(isIgnored ? start : Math.max(start, Date.parse(listenedUntil))).toISOString()
}

/** The report of the player: seconds heard since the start of the session, and its position. */
export interface Claim {
  listeningDuration: number
  totalProgress: number
  /** The audio of the listener's latest recordings that the gateway has sent; undefined if it is of the release before. */
  sent?: SentFiles | undefined
}

/** The proof of a session so far. */
export interface Proof {
  claimedSeconds: number
  /** The part of the claim that the elapsed time supports. */
  heardSeconds: number
  positionSeconds: number
  furthestSeconds: number
  /** The most seconds of the episode, in all sessions, that its audio supports; null if the gateway sent no statement. */
  audioSeconds: number | null
}

interface Elapsed {
  lengthSeconds: number
  /** Time counts from here: a little before the start, but never inside an earlier session. */
  countsFrom: string
  lastHeardAt: string
  /** Null if an instance of an earlier release started the session. */
  audioFileId: string | null
}

/** The seconds of an episode that this part of its audio supports. */
export const secondsOf = (lengthSeconds: number, part: number) => {
  const seconds = lengthSeconds * part
  const tolerance = AUDIO_TOLERANCE.seconds + (seconds * AUDIO_TOLERANCE.percent) / 100
  // Without audio there is no tolerance. Otherwise one byte would earn the points of a short episode.
  return Math.min(lengthSeconds, Math.floor(seconds + Math.min(tolerance, seconds)))
}

const NOTHING_SENT: SentAudio = { share: 0, reach: 0 }

const sentIn = ({ sent }: Claim, { audioFileId }: Elapsed) =>
  sent === undefined || audioFileId === null ? undefined : (sent[audioFileId] ?? NOTHING_SENT)

const secondsBetween = (from: string, to: string) => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))

/**
 * Accepts a claim as far as the clock supports it: not more than the time since the session counts, and not more than
 * the time since the last heartbeat plus the grace period. Seconds that are proven stay proven. The furthest position is
 * within the audio that was sent; the position to resume at is the one that the player reports.
 */
export const applyClaim = (session: Proof & Elapsed, claim: Claim, now: string): Proof => {
  const { listeningDuration, totalProgress } = claim
  const possible = Math.min(
    listeningDuration,
    secondsBetween(session.countsFrom, now),
    session.heardSeconds + secondsBetween(session.lastHeardAt, now) + GRACE_SECONDS,
  )
  const position = withinLength(totalProgress, session.lengthSeconds)
  const sent = sentIn(claim, session)
  const reached = sent === undefined ? position : Math.min(position, secondsOf(session.lengthSeconds, sent.reach))
  // Requests may overtake each other: a smaller claim is older and does not move the position.
  const isNewest = listeningDuration >= session.claimedSeconds
  return {
    claimedSeconds: Math.max(session.claimedSeconds, listeningDuration),
    heardSeconds: Math.max(session.heardSeconds, possible),
    positionSeconds: isNewest ? position : session.positionSeconds,
    furthestSeconds: Math.max(session.furthestSeconds, reached),
    audioSeconds:
      sent === undefined
        ? session.audioSeconds
        : Math.max(session.audioSeconds ?? 0, secondsOf(session.lengthSeconds, sent.share)),
  }
}

/** `preview`: the episode is not published, so only members of the show, admins and users with a private link can play it. `host`: the listener may change the show. */
export const HEARD_AS = ['listener', 'host', 'preview'] as const
export type HeardAs = (typeof HEARD_AS)[number]

/** Decided at the start of a session. It does not change if the episode is published or moved later. */
export const heardAs = (userId: string, episode: { makerIds: readonly string[]; isPublished: boolean }): HeardAs => {
  if (!episode.isPublished) return 'preview'
  return episode.makerIds.includes(userId) ? 'host' : 'listener'
}

/**
 * The most points that a start, minutes and a completion can earn now. A host decides the length and the number of
 * episodes, so their own shows earn a limited number of points a day.
 */
export const pointsLimit = (as: HeardAs, ownPointsToday: number) => {
  if (as === 'listener') return Number.POSITIVE_INFINITY
  return as === 'host' ? Math.max(0, RULES.ownShows.dailyPointsCap - ownPointsToday) : 0
}

const dayOf = (time: string) => time.slice(0, 10)

const mondayOf = (time: string) => {
  const date = new Date(dayOf(time))
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return dayOf(date.toISOString())
}

/** Sums with the week (its Monday) or the day that they belong to, as dates (UTC). */
export interface Sums {
  week: string
  weeklyPoints: number
  completedThisWeek: number
  ownDay: string
  ownPoints: number
  pledgeDay: string
  pledgedPoints: number
}

/** Weekly sums restart on Monday, daily sums at midnight (UTC). A clock that is set back does not reopen a week or a day. */
export const currentSums = <Stored extends Sums>(stored: Stored, now: string): Stored => {
  const [week, day] = [mondayOf(now), dayOf(now)]
  return {
    ...stored,
    ...(stored.week < week && { week, weeklyPoints: 0, completedThisWeek: 0 }),
    ...(stored.ownDay < day && { ownDay: day, ownPoints: 0 }),
    ...(stored.pledgeDay < day && { pledgeDay: day, pledgedPoints: 0 }),
  }
}

/** Times of the bonuses that count for the limits. */
export interface RecentBonuses {
  started: string[]
  completed: string[]
}
export type BonusKind = keyof RecentBonuses

/** The bonuses in the points of a session. */
export const bonusesOf = (earned: { startPoints: number; isCountedCompletion?: boolean }): BonusKind[] => [
  ...(earned.startPoints > 0 ? ['started' as const] : []),
  ...(earned.isCountedCompletion ? ['completed' as const] : []),
]

// An hour in both directions: a clock that is set back does not raise the limit.
const isInHour = (time: string, now: string) => Math.abs(Date.parse(time) - Date.parse(now)) < HOUR_MS
const isOnDay = (time: string, now: string) => dayOf(time) === dayOf(now)

/** Whether one more bonus may be credited now. */
export const isBonusLeft = (times: readonly string[], now: string) =>
  times.filter((time) => isInHour(time, now)).length < RULES.bonusLimits.perHour &&
  times.filter((time) => isOnDay(time, now)).length < RULES.bonusLimits.perDay

/** Adds bonuses that are credited now, and removes those that no longer count. */
export const addBonuses = (earlier: RecentBonuses, added: readonly BonusKind[], now: string): RecentBonuses => {
  const recent = (kind: BonusKind) => [
    ...earlier[kind].filter((time) => time > now || isInHour(time, now) || isOnDay(time, now)),
    ...added.filter((one) => one === kind).map(() => now),
  ]
  return { started: recent('started'), completed: recent('completed') }
}
