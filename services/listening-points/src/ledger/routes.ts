import { GetPoints, ListPointsHistory, type PointsHistoryEntry } from '@griot/contracts/points'
import { on, type Route } from '@griot/service-kit/app'
import { defineCursor, toPage } from '@griot/service-kit/cursor'
import type { Db } from '@griot/service-kit/db'
import { z } from 'zod'
import { describeLevel, weekStreak } from '../rules/levels.ts'
import { describeEntry } from '../rules/sentences.ts'
import { type LedgerRow, listEntries, readBalance } from './history.queries.ts'

const ByNumber = defineCursor(z.number().int().min(1))

export const ledgerRoutes = (db: Db): Route[] => [
  on(GetPoints, async ({ user }) => {
    const balance = await readBalance(db, user.id)
    return { ...balance, ...describeLevel(balance.totalPoints), weekStreak: weekStreak(balance.episodesListened) }
  }),

  on(ListPointsHistory, async ({ user, query, nextPage }) => {
    const { limit, cursor, type } = query
    const rows = await listEntries(db, user.id, { limit, type, before: ByNumber.read(cursor) })
    const page = toPage(rows, limit, ({ number }) => ByNumber.write(number))
    nextPage(page.next)
    return page.items.map(asHistoryEntry)
  }),
]

const asHistoryEntry = ({ id, type, kind, about, points, createdAt }: LedgerRow): PointsHistoryEntry => ({
  id,
  type,
  description: describeEntry(kind, about),
  points,
  createdAt,
})
