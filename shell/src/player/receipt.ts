import type { ResponseOf } from '@griot/contracts/endpoint'
import type { EndListening } from '@griot/contracts/listening'
import type { EarningReason } from '@griot/contracts/listening-rules'
import type { Toast } from '@griot/shell-sdk/contract'
import { formatNumber, formatPoints } from '@griot/ui/format'

/** What points are for, after their number. Badges are announced with their points on their own. */
const WORDS: Record<Exclude<EarningReason, 'badge'>, (points: number) => string> = {
  started: () => 'started',
  minutes: (points) => (points === 1 ? 'minute' : 'minutes'),
  completed: () => 'finished',
  weekly: () => 'weekly bonus',
}

const isWord = (reason: string): reason is keyof typeof WORDS => Object.hasOwn(WORDS, reason)

/** The receipt of a session: "You earned 17 points!", "5 started · 2 minutes · 10 finished". Null without points. */
export const receiptToast = ({ reasons }: Pick<ResponseOf<typeof EndListening>, 'reasons'>): Toast | null => {
  const earned = reasons.flatMap(({ reason, points }) => {
    if (points === 0 || !isWord(reason)) return []
    return [{ points, text: `${formatNumber(points)} ${WORDS[reason](points)}` }]
  })
  const total = earned.reduce((sum, { points }) => sum + points, 0)
  if (total === 0) return null
  const parts = earned.map(({ text }) => text).join(' · ')
  return { title: 'Points Earned!', description: `You earned ${formatPoints(total)}!\n${parts}` }
}
