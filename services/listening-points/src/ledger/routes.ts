import { DownloadPointsHistory, GetPoints, ListPointsHistory, type PointsHistoryEntry } from '@griot/contracts/points'
import { on, onStream, type Route } from '@griot/service-kit/app'
import { defineCursor, toPage } from '@griot/service-kit/cursor'
import type { Db } from '@griot/service-kit/db'
import { invalid, unauthenticated } from '@griot/service-kit/errors'
import { z } from 'zod'
import { describeLevel, weekStreak } from '../rules/levels.ts'
import { describeEntry } from '../rules/sentences.ts'
import { ledgerAsCsv } from './as-csv.ts'
import type { ReadBalance } from './balances.ts'
import { type LedgerRow, listEntries } from './history.queries.ts'

const ByNumber = defineCursor(z.number().int().min(1))

export const ledgerRoutes = (db: Db, readBalance: ReadBalance): Route[] => [
  on(GetPoints, async ({ user }) => {
    const balance = await readBalance(user.id)
    return { ...balance, ...describeLevel(balance.totalPoints), weekStreak: weekStreak(balance.episodesListened) }
  }),

  on(ListPointsHistory, async ({ user, query, nextPage }) => {
    const { limit, cursor, type } = query
    const rows = await listEntries(db, user.id, { limit, type, before: ByNumber.read(cursor) })
    const page = toPage(rows, limit, ({ number }) => ByNumber.write(number))
    nextPage(page.next)
    return page.items.map(asHistoryEntry)
  }),

  onStream(DownloadPointsHistory, async (context) => {
    const { user } = context.state
    if (user === null) throw unauthenticated()
    const query = DownloadPointsHistory.query.safeParse({ ...context.query })
    if (!query.success) throw invalid({ type: 'Only one heading can be chosen, and nothing else.' })
    context.attachment('griot-points.csv')
    context.type = 'text/csv; charset=utf-8'
    context.set('cache-control', 'private, no-store')
    context.body = ledgerAsCsv(db, user.id, query.data.type)
  }),
]

const asHistoryEntry = ({ kind, about, number: _, ...row }: LedgerRow): PointsHistoryEntry => ({
  ...row,
  description: describeEntry(kind, about),
})
