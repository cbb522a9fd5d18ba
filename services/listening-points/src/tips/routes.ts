import { SendTip } from '@griot/contracts/points'
import { invalid } from '@griot/service-kit/http/errors'
import { on, type Route } from '@griot/service-kit/http/route'
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
]
