import { Badge } from '@griot/ui/badge'
import { Card } from '@griot/ui/card'
import { formatNumber } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Coins from 'lucide-react/icons/coins'
import Headphones from 'lucide-react/icons/headphones'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { useMilestones } from '../api.ts'
import { Failed } from '../failed.tsx'

const ICONS: Record<string, ReactNode> = {
  'episode-master': <Headphones />,
  'streak-legend': <CalendarCheck />,
  'point-collector': <Coins />,
}

const GRID =
  'rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4 rewards:sm:grid-cols-2 rewards:lg:grid-cols-3'

/** Achievements that are announced: they pay nothing yet, and count already. */
export function ComingSoon() {
  const milestones = useMilestones()
  return (
    <section aria-labelledby="coming-soon">
      <h2 id="coming-soon" className="rewards:text-2xl">
        Achievements Coming Soon
      </h2>
      <p className="rewards:mt-2 rewards:max-w-xl rewards:text-muted">
        Long roads for loyal ears. What you hear today already counts towards them.
      </p>
      {milestones.isPending && (
        <div className="rewards:mt-6">
          <p className="g-visually-hidden">Loading the achievements</p>
          <Outline />
        </div>
      )}
      {milestones.isError && (
        <div className="rewards:mt-6">
          <Failed what="the achievements" missing={<Outline />} />
        </div>
      )}
      {milestones.data && (
        <ul className={`rewards:mt-6 ${GRID}`}>
          {milestones.data.map(({ id, name, goal, reached, target }) => {
            const progress = `${formatNumber(reached)} of ${formatNumber(target)}`
            return (
              <li key={id}>
                <Card className="rewards:flex rewards:h-full rewards:flex-wrap rewards:content-start rewards:items-start rewards:gap-4">
                  <span
                    aria-hidden="true"
                    className="rewards:grid rewards:size-12 rewards:flex-none rewards:place-items-center rewards:rounded-full rewards:bg-raised rewards:text-muted"
                  >
                    {ICONS[id] ?? <Trophy />}
                  </span>
                  <div className="rewards:min-w-[min(100%,6.5rem)] rewards:flex-1">
                    <h3 className="rewards:text-lg">{name}</h3>
                    <p className="rewards:mt-1 rewards:text-muted">{goal}</p>
                    <Progress
                      label={`Progress towards ${name}`}
                      value={(reached / target) * 100}
                      valueText={progress}
                      className="rewards:mt-3"
                    />
                    <p className="rewards:mt-2 rewards:flex rewards:flex-wrap rewards:items-center rewards:justify-between rewards:gap-2">
                      <span className="rewards:text-sm rewards:text-muted rewards:tabular-nums">{progress}</span>
                      <Badge>Coming soon</Badge>
                    </p>
                  </div>
                </Card>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function Outline() {
  return (
    <div className={GRID}>
      <Skeleton height="9.5rem" />
      <Skeleton height="9.5rem" />
      <Skeleton height="9.5rem" />
    </div>
  )
}
