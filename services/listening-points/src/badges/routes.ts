import { CheckBadges, ListBadges, ListMilestones, ListUserBadges } from '@griot/contracts/points'
import type { Db } from '@griot/service-kit/db'
import { on, type Route } from '@griot/service-kit/route'
import type { ReadBalance } from '../ledger/balances.ts'
import { BADGES } from '../rules/badges.ts'
import { announceBadges, listUserBadges } from './badges.queries.ts'
import { listMilestones } from './milestones.ts'

export const badgeRoutes = (db: Db, readBalance: ReadBalance): Route[] => [
  on(ListBadges, () => [...BADGES]),

  on(ListMilestones, ({ user }) => listMilestones(db, readBalance, user.id)),

  on(ListUserBadges, ({ user }) => listUserBadges(db, user.id)),

  // Badges are awarded with the completion that earns them. Here they are only told, so what the caller says they did
  // is accepted for its shape and changes nothing.
  on(CheckBadges, async ({ user }) => {
    const told = new Set((await announceBadges(db, user.id)).map(({ badgeId }) => badgeId))
    return { newBadges: BADGES.filter(({ id }) => told.has(id)) }
  }),
]
