import { RULES } from './numbers.ts'

const { pointsPerDollar, dailyPointsCap } = RULES.tip

export interface PaidTip {
  amountCents: number
  status: 'pledged' | 'settled'
  /** Points that pledges have brought this person today (UTC). */
  pledgedToday: number
}

/** Points for a tip. A pledge costs nobody anything yet, so what pledges bring in a day is limited. */
export const pointsForTip = ({ amountCents, status, pledgedToday }: PaidTip) => {
  const points = Math.floor((amountCents * pointsPerDollar) / 100)
  return status === 'settled' ? points : Math.min(points, Math.max(0, dailyPointsCap - pledgedToday))
}
