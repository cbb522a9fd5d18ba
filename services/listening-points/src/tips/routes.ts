import { SendTip } from '@griot/contracts/points'
import { DownloadReceivedTips, GetReceivedTotals, ListReceivedTips } from '@griot/contracts/tips-received'
import { invalid, unauthenticated } from '@griot/service-kit/http/errors'
import { on, onStream, type Route } from '@griot/service-kit/http/route'
import { pageByDay, pageByEpisode, receivedTotals } from './received.queries.ts'
import { receivedCsv } from './received-csv.ts'
import { sendTip, type TipParts } from './send-tip.ts'

const LONGEST_KEY = 255

export const tipRoutes = (parts: TipParts): Route[] => [
  on(SendTip, async ({ user, body, header, setHeader, log, token, requestId }) => {
    const key = header('idempotency-key')
    if (key !== undefined && key.length > LONGEST_KEY) {
      throw invalid({ 'idempotency-key': `Please use at most ${LONGEST_KEY} characters.` })
    }
    const { tip, isRepeat } = await sendTip(parts, { token, requestId }, user.id, body, key)
    if (isRepeat) setHeader('idempotent-replayed', 'true')
    else log.info({ tipId: tip.id, amount: tip.amount, points: tip.pointsEarned }, `tip ${tip.status}`)
    return tip
  }),

  on(ListReceivedTips, async ({ user, query: { by, ...request }, nextPage }) => {
    const read = by === 'day' ? pageByDay : pageByEpisode
    const { items, next } = await read(parts.db, user.id, request)
    nextPage(next)
    return items
  }),
  on(GetReceivedTotals, ({ user }) => receivedTotals(parts.db, user.id)),
  onStream(DownloadReceivedTips, async (context) => {
    const { user } = context.state
    if (user === null) throw unauthenticated()
    context.attachment('griot-tips.csv')
    context.type = 'text/csv; charset=utf-8'
    context.set('cache-control', 'private, no-store')
    context.body = await receivedCsv(parts.db, user.id)
  }),
]
