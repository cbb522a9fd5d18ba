import { Badge } from '@griot/ui/badge'
import { formatNumber } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import type { ReactNode } from 'react'

interface GoalProps {
  icon: ReactNode
  name: string
  text: string
  reached: number
  target: number
  /** What is counted: "days in a row". */
  unit?: string | undefined
  /** Replaces the number that is reached. */
  earned?: string | false | undefined
  badge: ReactNode
}

export function Goal({ icon, name, text, reached, target, unit = '', earned, badge }: GoalProps) {
  const progress = `${formatNumber(reached)} of ${formatNumber(target)} ${unit}`.trimEnd()
  return (
    <div className="rewards:flex rewards:flex-wrap rewards:gap-4">
      <span
        aria-hidden="true"
        data-earned={Boolean(earned)}
        className="rewards:grid rewards:size-12 rewards:flex-none rewards:place-items-center rewards:rounded-full rewards:bg-raised rewards:text-muted rewards:data-[earned=true]:bg-points-fill rewards:data-[earned=true]:text-on-points"
      >
        {icon}
      </span>
      <div className="rewards:min-w-[min(100%,6.5rem)] rewards:flex-1">
        <h3 className="rewards:text-lg">{name}</h3>
        <p className="rewards:mt-0.5 rewards:text-sm rewards:text-muted">{text}</p>
        <Progress
          label={`Progress towards ${name}`}
          value={(reached / target) * 100}
          valueText={progress}
          tone={earned ? 'points' : 'teal'}
          className="rewards:mt-2"
        />
        <div className="rewards:mt-1.5 rewards:flex rewards:flex-wrap rewards:items-center rewards:justify-between rewards:gap-x-3 rewards:gap-y-1">
          <p className="rewards:text-sm rewards:text-muted rewards:tabular-nums">{earned || progress}</p>
          <Badge tone={earned ? 'points' : 'plain'}>{badge}</Badge>
        </div>
      </div>
    </div>
  )
}
