import type { AnswerOf } from '@griot/contracts/endpoint'
import type { EndListening } from '@griot/contracts/listening'
import type { Toast } from '@griot/shell-sdk/contract'
import { formatPoints } from '@griot/ui/format'

type Receipt = Pick<AnswerOf<typeof EndListening>, 'pointsEarned' | 'weeklyBonus'>

/** What a finished session is celebrated with; nothing when it brought no points. */
export const pointsToast = ({ pointsEarned, weeklyBonus }: Receipt): Toast | null => {
  if (pointsEarned <= 0) return null
  const bonus = weeklyBonus > 0 ? ` That includes a weekly bonus of ${formatPoints(weeklyBonus)}.` : ''
  return { title: 'Points Earned!', description: `You earned ${formatPoints(pointsEarned)}!${bonus}` }
}

/** The same for someone who wants to see no points. */
export const PROGRESS_SAVED: Toast = {
  title: 'Progress Saved',
  description: 'Your listening progress has been recorded.',
}
