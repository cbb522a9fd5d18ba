import { LEVEL_STEP } from '@griot/contracts/points'

/** Every number that points follow from. The ledger pays by them and `GET /api/points/rules` explains them. */
export const RULES = {
  perMinute: 1,
  perStart: 5,
  completion: { points: 10, positionPercent: 95, creditedPercent: 47.5 },
  weekly: { points: 15, episodes: 3 },
  /** Start, minutes and completion together, in a day (UTC). */
  ownShows: { dailyPointsCap: 100 },
  tip: { pointsPerDollar: 2, dailyPointsCap: 100, minCents: 100, maxCents: 50_000 },
  levels: {
    step: LEVEL_STEP,
    names: [
      { name: 'Newcomer', from: 0 },
      { name: 'Regular Listener', from: 100, perk: 'badge_slot' },
      { name: 'Dedicated Fan', from: 200, perk: 'leaderboard_boost' },
      { name: 'Audio Mogul', from: 500, perk: 'elite_status' },
    ],
  },
  /** Badges beside a name, before any perk. */
  badgeSlots: 1,
  badges: [
    { id: 'first-steps', episodes: 1, points: 10 },
    { id: 'episode-master', episodes: 10, points: 50 },
    { id: 'binge-listener', episodes: 50, points: 200 },
    { id: 'podcast-champion', episodes: 100, points: 500 },
  ],
  /** Announced, and paying nothing yet. */
  milestones: { episodes: 100, streakDays: 30, points: 10_000 },
} as const

/** What the way over the network may cost someone, in seconds: a claim may be this much longer than the clock says. */
export const GRACE_SECONDS = 5

/** A session that says nothing for this long is closed with what it has proven. */
export const SILENCE_SECONDS = 120

/** What the history shows for an episode, never part of the balance: this when completed, else a point for each tenth. */
export const DISPLAYED_FOR_COMPLETED = 10
