import { COMPLETED_PERCENT } from '@griot/contracts/listening-rules'
import { type Badge, LEVEL_STEP, TIP_CENTS } from '@griot/contracts/points'

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
export const AUDIO_TOLERANCE = { seconds: 60, percent: 10 }

/** The history lists an episode once this many seconds of it are credited, or this percent of a shorter one. */
export const LISTED_AFTER = { seconds: 30, percent: 10 }

/** Minutes of an open session are credited when this many have been heard. */
export const CREDITED_EVERY_MINUTES = 10

/** A session without a heartbeat for this long is closed. */
export const SILENCE_SECONDS = 120

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
