import { CheckBadges, ListBadges, ListMilestones, ListUserBadges } from '@griot/contracts/points'
import type { Db } from '@griot/service-kit/db/db'
import { on, type Route } from '@griot/service-kit/http/route'
import { readBalance } from '../ledger/history.queries.ts'
import { describeLevel } from '../rules/levels.ts'
import { BADGES } from '../rules/rules.ts'
import { announceBadges, announceLevel, listUserBadges } from './badges.queries.ts'
import { listMilestones } from './milestones.ts'

export const badgeRoutes = (db: Db): Route[] => [
  on(ListBadges, () => [...BADGES]),

  on(ListMilestones, ({ user }) => listMilestones(db, user.id)),

  on(ListUserBadges, ({ user }) => listUserBadges(db, user.id)),

  // A badge is awarded with the completion that earns it. This call only announces; its body changes nothing.
  on(CheckBadges, async ({ user }) => {
    const announced = new Set((await announceBadges(db, user.id)).map(({ badgeId }) => badgeId))
    return { newBadges: BADGES.filter(({ id }) => announced.has(id)), newLevel: await newLevel(db, user.id) }
  }),
]

const newLevel = async (db: Db, userId: string) => {
  const { level, levelName } = describeLevel((await readBalance(db, userId)).totalPoints)
  return (await announceLevel(db, userId, level)) ? { level, levelName } : null
}
