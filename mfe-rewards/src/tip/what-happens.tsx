import type { PointsRules } from '@griot/contracts/points'
import { formatPoints } from '@griot/ui/format'
import { formatCents, tipPoints } from './cents.ts'

interface WhatHappensProps {
  /** Null while no amount is chosen that can be sent. */
  cents: number | null
  receiverName: string
  /** Undefined while they are not known, and for who wants to read of no points. */
  rules: PointsRules['tip'] | undefined
}

/** What sending will do, before it is done. */
export function WhatHappens({ cents, receiverName, rules }: WhatHappensProps) {
  return (
    <div className="rewards:grid rewards:gap-1 rewards:rounded-m rewards:bg-points-wash rewards:px-4 rewards:py-3">
      {rules && cents !== null && (
        <p className="rewards:font-semibold">
          {formatCents(cents)} brings you{' '}
          {formatPoints(Math.min(tipPoints(cents, rules.pointsPerDollar), rules.dailyPointsCap))}.
        </p>
      )}
      <p>
        This is a pledge: nothing is charged now. We record what you want to give to {receiverName}.
        {rules && ` Pledges bring at most ${formatPoints(rules.dailyPointsCap)} a day.`}
      </p>
    </div>
  )
}
