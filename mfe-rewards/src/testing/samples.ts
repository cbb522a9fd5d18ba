import type { ExplainedSession } from '@griot/contracts/listening'
import type {
  Badge,
  LeaderboardEntry,
  Milestone,
  PointsHistoryEntry,
  PointsRules,
  UserPoints,
} from '@griot/contracts/points'
import type { Profile } from '@griot/contracts/profile'

export const sampleId = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`

export const POINTS: UserPoints = {
  totalPoints: 237,
  weeklyPoints: 40,
  level: 3,
  levelName: 'Dedicated Fan',
  pointsToNextLevel: 63,
  weekEndsAt: '2026-11-23T12:00:00Z',
  episodesListened: 3,
  episodesCompleted: 2,
  completedThisWeek: 2,
  weekStreak: 0,
  sessions: 7,
  pledgedToday: 0,
  hasNewBadges: false,
  hidePoints: false,
}

export const RULES: PointsRules = {
  perMinute: 1,
  perStart: 5,
  completion: { points: 10, positionPercent: 95, creditedPercent: 47.5 },
  weekly: { points: 15, episodes: 3 },
  tip: { pointsPerDollar: 2, dailyPointsCap: 100, minCents: 100, maxCents: 50_000 },
  ownShows: { dailyPointsCap: 100, sentence: 'Your own shows earn at most 100 points a day.' },
  levels: {
    step: 100,
    names: [
      { name: 'Newcomer', from: 0 },
      {
        name: 'Regular Listener',
        from: 100,
        perk: { id: 'badge_slot', name: '+1 Badge Slot', sentence: 'Show 2 badges.' },
      },
      {
        name: 'Dedicated Fan',
        from: 200,
        perk: { id: 'leaderboard_boost', name: '+Leaderboard Boost', sentence: 'Your row stands out.' },
      },
      {
        name: 'Audio Mogul',
        from: 500,
        perk: { id: 'elite_status', name: 'Elite Status', sentence: 'Your name is marked.' },
      },
    ],
  },
  badges: [],
  earning: [
    {
      worth: '+5',
      action: 'Start an episode',
      condition: 'Once per episode, after 30 seconds of it (half of a shorter one).',
    },
    { worth: '2×', action: 'Tip a creator', condition: 'At most 100 points a day.' },
  ],
  sentences: [],
}

export const BADGES: Badge[] = [
  { id: 'first-steps', name: 'First Steps', icon: 'footprints', rarity: 'common', episodes: 1, points: 10 },
  { id: 'episode-master', name: 'Episode Master', icon: 'headphones', rarity: 'rare', episodes: 10, points: 50 },
].map((badge) => ({ ...badge, description: `Complete ${badge.episodes}.` }) as Badge)

export const session = (given: Partial<ExplainedSession> = {}): ExplainedSession => ({
  id: sampleId(70),
  episodeId: sampleId(30),
  podcastId: sampleId(20),
  listeningDuration: 620,
  completed: true,
  pointsEarned: 25,
  completionBonus: 10,
  createdAt: new Date(Date.now() - 3_600_000).toISOString(),
  endedAt: new Date().toISOString(),
  episodeTitle: 'Salt and Memory',
  endedBy: 'listener',
  reasons: [
    { reason: 'started', points: 5, sentence: '5 points for starting this episode.' },
    { reason: 'minutes', points: 10, sentence: '10 points for 10 minutes of listening.' },
    { reason: 'completed', points: 10, sentence: '10 points for completing the episode.' },
  ],
  ...given,
})

export const rank = (given: Partial<LeaderboardEntry> & { rank: number }): LeaderboardEntry => ({
  id: sampleId(80 + given.rank),
  totalPoints: 1000 - given.rank,
  level: 10,
  displayName: null,
  isMe: false,
  shownBadges: [],
  perks: [],
  user: { email: null },
  ...given,
})

export const ledgerEntry = (given: Partial<PointsHistoryEntry> & { id: string }): PointsHistoryEntry => ({
  type: 'listening',
  description: 'Completed “Salt and Memory”',
  points: 10,
  createdAt: new Date(Date.now() - 120_000).toISOString(),
  episodeId: sampleId(30),
  podcastId: sampleId(20),
  ...given,
})

export const PROFILE: Profile = { displayName: null, hidePoints: false, shownBadges: [], badgeSlots: 1 }

export const MILESTONES: Milestone[] = [
  { id: 'episode-master-2', name: 'Episode Master II', goal: 'Complete 100 episodes', target: 100, unit: 'episodes' },
  { id: 'streak-legend', name: 'Streak Legend', goal: '30-day listening streak', target: 30, unit: 'days in a row' },
  { id: 'point-collector', name: 'Point Collector', goal: 'Earn 10,000 points', target: 10_000, unit: 'points' },
].map((milestone) => ({ ...milestone, reached: 3 }))
