import { RULES } from './rules.ts'

const { pointsPerDollar, dailyPointsCap } = RULES.tip

export interface PaidTip {
  amountCents: number
  status: 'pledged' | 'settled'
  /** Points from the sender's pledges today (UTC). */
  pledgedToday: number
}

/** Pledges earn a limited number of points a day, because no money moves. */
export const pointsForTip = ({ amountCents, status, pledgedToday }: PaidTip) => {
  const points = Math.floor((amountCents * pointsPerDollar) / 100)
  return status === 'settled' ? points : Math.min(points, Math.max(0, dailyPointsCap - pledgedToday))
}
