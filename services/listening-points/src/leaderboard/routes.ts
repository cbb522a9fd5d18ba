import { GetLeaderboard, type LeaderboardEntry } from '@griot/contracts/points'
import { CheckedAnswer } from '@griot/service-kit/answers'
import type { Db } from '@griot/service-kit/db'
import type { Caller } from '@griot/service-kit/identity'
import { on, type Route } from '@griot/service-kit/route'
import { levelOf } from '../rules/levels.ts'
import { badgeSlotsAt, perksAt } from '../rules/perks.ts'
import { createBoard, type Place } from './board.ts'

export const leaderboardRoutes = (db: Db, keptMs: number): Route[] => {
  const readBoard = createBoard(db, keptMs)
  return [
    on(GetLeaderboard, async ({ user, query: { limit } }) => {
      const places = await readBoard(user.id, limit)
      return new CheckedAnswer(places.map((place) => asEntry(place, user)))
    }),
  ]
}

const asEntry = (
  { standing: { userId, publicId, displayName, totalPoints, shownBadges }, rank }: Place,
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
