import { GetLeaderboard, type LeaderboardEntry } from '@griot/contracts/points'
import { on, type Route } from '@griot/service-kit/app'
import type { Db } from '@griot/service-kit/db'
import type { Caller } from '@griot/service-kit/identity'
import { levelOf } from '../rules/levels.ts'
import { badgeSlotsAt, perksAt } from '../rules/perks.ts'
import { readStandings, type Standing } from './leaderboard.queries.ts'
import { createRanks } from './rank.ts'

export const leaderboardRoutes = (db: Db): Route[] => {
  const ranks = createRanks(db)
  return [
    on(GetLeaderboard, async ({ user, query: { limit } }) => {
      const standings = await readStandings(db, user.id, limit)
      return Promise.all(
        standings.map(async (standing) => {
          const { above, totalPoints } = standing
          const rank = above === null ? rankAmong(standings, standing) : await ranks.rankOf(totalPoints, above)
          return asEntry(standing, rank, user)
        }),
      )
    }),
  ]
}

/** People with the same points share a rank. */
const rankAmong = (standings: Standing[], { totalPoints }: Standing) =>
  standings.findIndex((other) => other.totalPoints === totalPoints) + 1

const asEntry = (
  { userId, publicId, displayName, totalPoints, shownBadges }: Standing,
  rank: number,
  user: Caller,
): LeaderboardEntry => {
  const isMe = userId === user.id
  return {
    id: publicId,
    totalPoints,
    level: levelOf(totalPoints),
    rank,
    displayName,
    isMe,
    shownBadges: shownBadges.slice(0, badgeSlotsAt(totalPoints)),
    perks: perksAt(totalPoints).filter((perk) => perk === 'elite_status' || (perk === 'leaderboard_boost' && isMe)),
    user: { email: isMe ? user.email : null },
  }
}
