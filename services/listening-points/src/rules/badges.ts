import type { Badge } from '@griot/contracts/points'
import { RULES } from './numbers.ts'

type BadgeId = (typeof RULES.badges)[number]['id']

const ABOUT: Record<BadgeId, Pick<Badge, 'name' | 'icon' | 'rarity'>> = {
  'first-steps': { name: 'First Steps', icon: 'footprints', rarity: 'common' },
  'episode-master': { name: 'Episode Master', icon: 'headphones', rarity: 'rare' },
  'binge-listener': { name: 'Binge Listener', icon: 'flame', rarity: 'epic' },
  'podcast-champion': { name: 'Podcast Champion', icon: 'trophy', rarity: 'legendary' },
}

export const BADGES: readonly Badge[] = RULES.badges.map(({ id, episodes, points }) => ({
  id,
  episodes,
  points,
  ...ABOUT[id],
  description: episodes === 1 ? 'Complete your first episode.' : `Complete ${episodes} different episodes.`,
}))

export const badgeById = (id: string) => BADGES.find((badge) => badge.id === id)

/** Badges that come with reaching `after` distinct completed episodes, coming from `before`. */
export const badgesBetween = (before: number, after: number) =>
  BADGES.filter(({ episodes }) => before < episodes && episodes <= after)
