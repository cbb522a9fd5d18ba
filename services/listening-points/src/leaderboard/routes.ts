import { GetLeaderboard, type LeaderboardEntry } from '@griot/contracts/points'
import type { Db } from '@griot/service-kit/db/db'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { on, type Route } from '@griot/service-kit/http/route'
import type { Caller } from '@griot/service-kit/identity/identity'
import { levelOf } from '../rules/levels.ts'
import { badgeSlotsAt, perksAt } from '../rules/perks.ts'
import { createBoard } from './board.ts'
import type { Place } from './leaderboard.queries.ts'

export const leaderboardRoutes = (db: Db): Route[] => {
  const readBoard = createBoard(db)
  return [
    on(GetLeaderboard, async ({ user, query: { limit }, header }) => {
      const places = await readBoard(user.id, limit, { isFresh: header(READ_YOUR_WRITES_HEADER) !== undefined })
      return places.map((place) => asEntry(place, user))
    }),
  ]
}

const asEntry = (
  { userId, publicId, displayName, totalPoints, shownBadges, rank }: Place,
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
