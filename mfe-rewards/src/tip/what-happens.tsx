import type { PointsRules } from '@griot/contracts/points'
import { formatPoints } from '@griot/ui/format'
import { formatCents, tipPoints } from './cents.ts'

interface WhatHappensProps {
  /** Null while no amount is chosen that can be sent. */
  cents: number | null
  receiverName: string
  /** Undefined while they are not known, and for who wants to read of no points. */
  rules: PointsRules['tip'] | undefined
  /** Points that pledges have brought today. */
  pledgedToday: number
}

/** What sending will do, before it is done. */
export function WhatHappens({ cents, receiverName, rules, pledgedToday }: WhatHappensProps) {
  return (
    <div className="rewards:grid rewards:gap-1 rewards:rounded-m rewards:bg-points-wash rewards:px-4 rewards:py-3">
      {rules && cents !== null && (
        <p className="rewards:font-semibold">
          {formatCents(cents)} brings you {pointsOrNone(pointsToday(cents, rules, pledgedToday))}.
        </p>
      )}
      <p>
        This is a pledge: nothing is charged now. We record what you want to give to {receiverName}.
        {rules && ` Pledges bring at most ${formatPoints(rules.dailyPointsCap)} a day`}
        {rules && (pledgedToday > 0 ? `, and today they have brought ${pledgedToday}.` : '.')}
      </p>
    </div>
  )
}

const pointsToday = (cents: number, { pointsPerDollar, dailyPointsCap }: PointsRules['tip'], pledgedToday: number) =>
  Math.min(tipPoints(cents, pointsPerDollar), Math.max(0, dailyPointsCap - pledgedToday))

const pointsOrNone = (points: number) => (points === 0 ? 'no more points today' : formatPoints(points))
