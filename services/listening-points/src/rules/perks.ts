import type { LevelPerk } from '@griot/contracts/points'
import { RULES } from './rules.ts'

const { badgeSlots, levels } = RULES

export const perksAt = (points: number): LevelPerk[] =>
  levels.names.flatMap((name) => ('perk' in name && points >= name.from ? [name.perk] : []))

/** The number of badges that may be shown beside a display name. */
export const badgeSlotsAt = (points: number) => badgeSlots + (perksAt(points).includes('badge_slot') ? 1 : 0)

const ABOUT: Record<LevelPerk, { name: string; sentence: string }> = {
  badge_slot: {
    name: '+1 Badge Slot',
    sentence: `Show ${badgeSlots + 1} badges beside your name instead of ${badgeSlots}.`,
  },
  leaderboard_boost: {
    name: '+Leaderboard Boost',
    sentence: 'Your row is highlighted on your leaderboard. It does not change your points.',
  },
  elite_status: { name: 'Elite Status', sentence: 'Your name is marked Elite for everyone on the leaderboard.' },
}

export const describePerk = (id: LevelPerk) => ({ id, ...ABOUT[id] })
