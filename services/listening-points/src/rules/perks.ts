import type { LevelPerk } from '@griot/contracts/points'
import { RULES } from './numbers.ts'

const { badgeSlots, levels } = RULES

/** Everything that so many points have brought by the names they passed. */
export const perksAt = (points: number): LevelPerk[] =>
  levels.names.flatMap((name) => ('perk' in name && points >= name.from ? [name.perk] : []))

/** How many badges may stand beside a name. */
export const badgeSlotsAt = (points: number) => badgeSlots + (perksAt(points).includes('badge_slot') ? 1 : 0)

interface AboutPerk {
  id: LevelPerk
  name: string
  sentence: string
}

const ABOUT: Record<LevelPerk, Omit<AboutPerk, 'id'>> = {
  badge_slot: {
    name: '+1 Badge Slot',
    sentence: `Show ${badgeSlots + 1} badges beside your name instead of ${badgeSlots}.`,
  },
  leaderboard_boost: {
    name: '+Leaderboard Boost',
    sentence: 'Your own row stands out on your leaderboard. It multiplies nothing.',
  },
  elite_status: { name: 'Elite Status', sentence: 'Your name is marked Elite for everyone on the leaderboard.' },
}

export const describePerk = (id: LevelPerk): AboutPerk => ({ id, ...ABOUT[id] })
