import { DownloadPointsHistory, GetPoints, ListPointsHistory, type PointsHistoryEntry } from '@griot/contracts/points'
import { HoldPoints, ListUnusualEarners, ReleasePoints } from '@griot/contracts/points-review'
import { defineCursor, toPage } from '@griot/service-kit/db/cursor'
import type { Db } from '@griot/service-kit/db/db'
import { NewestFirst, pageByNewest } from '@griot/service-kit/db/newest-first'
import { invalid, unauthenticated } from '@griot/service-kit/http/errors'
import { on, onStream, type Route } from '@griot/service-kit/http/route'
import { z } from 'zod'
import { asJson } from '../as-json.ts'
import { describeLevel, weekStreak } from '../rules/levels.ts'
import { describeEntry } from './describe-entry.ts'
import { type LedgerRow, listEntries, readBalance } from './history.queries.ts'
import { setHold } from './hold-points.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { listUnusualEarners } from './unusual-earners.queries.ts'

const ByNumber = defineCursor(z.number().int().min(1))

export const ledgerRoutes = (db: Db): Route[] => [
  on(GetPoints, async ({ user }) => {
    const { announcedLevel, ...balance } = await readBalance(db, user.id)
    const level = describeLevel(balance.totalPoints)
    return {
      ...balance,
      ...level,
      weekStreak: weekStreak(balance.episodesListened),
      hasNewLevel: announcedLevel !== null && level.level > announcedLevel,
    }
  }),

  on(ListPointsHistory, async ({ user, query: { limit, type, cursor }, nextPage }) => {
    const rows = await listEntries(db, user.id, { limit, type, before: ByNumber.read(cursor) })
    const { items, next } = toPage(rows, limit, ({ number }) => ByNumber.write(number))
    nextPage(next)
    return asJson(items.map(asHistoryEntry))
  }),

  on(ListUnusualEarners, async ({ query: { limit, cursor }, nextPage }) => {
    const page = pageByNewest(await listUnusualEarners(db, { limit, after: NewestFirst.read(cursor) }), limit)
    nextPage(page.next)
    return page.items
  }),
  on(HoldPoints, async ({ user, params: { id: userId }, log }) => {
    const hold = await setHold(db, { userId, isHeld: true, admin: user })
    log.info({ userId, adminId: user.id }, 'points held')
    return hold
  }),
  on(ReleasePoints, async ({ user, params: { id: userId }, log }) => {
    const hold = await setHold(db, { userId, isHeld: false, admin: user })
    log.info({ userId, adminId: user.id }, 'points released')
    return hold
  }),

  onStream(DownloadPointsHistory, async (context) => {
    const { user } = context.state
    if (user === null) throw unauthenticated()
    const query = DownloadPointsHistory.query.safeParse({ ...context.query })
    if (!query.success) throw invalid({ type: 'Only one type can be chosen, and nothing else.' })
    context.attachment('griot-points.csv')
    context.type = 'text/csv; charset=utf-8'
    context.set('cache-control', 'private, no-store')
    context.body = await ledgerCsv(db, user.id, query.data.type)
  }),
]

const asHistoryEntry = ({ kind, about, number: _, ...row }: LedgerRow): PointsHistoryEntry => ({
  ...row,
  description: describeEntry(kind, about),
})
