import { DownloadPointsHistory, GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { CheckedAnswer } from '@griot/service-kit/answers'
import type { Db } from '@griot/service-kit/db'
import { invalid, unauthenticated } from '@griot/service-kit/errors'
import { on, onStream, type Route } from '@griot/service-kit/route'
import { describeLevel, weekStreak } from '../rules/levels.ts'
import { ledgerAsCsv } from './as-csv.ts'
import type { ReadBalance } from './balances.ts'
import { createHistoryPages } from './history-pages.ts'

export const ledgerRoutes = (db: Db, readBalance: ReadBalance): Route[] => {
  const readPage = createHistoryPages(db)
  return [
    on(GetPoints, async ({ user }) => {
      const balance = await readBalance(user.id)
      const { level, levelName, pointsToNextLevel } = describeLevel(balance.totalPoints)
      const streak = weekStreak(balance.episodesListened)
      return new CheckedAnswer({ ...balance, level, levelName, pointsToNextLevel, weekStreak: streak })
    }),

    on(ListPointsHistory, async ({ user, query, nextPage }) => {
      const { json, next } = await readPage(user.id, query)
      nextPage(next)
      return json
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
}
