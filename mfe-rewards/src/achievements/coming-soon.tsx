import { Card } from '@griot/ui/card'
import { Skeleton } from '@griot/ui/skeleton'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Coins from 'lucide-react/icons/coins'
import Headphones from 'lucide-react/icons/headphones'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { useMilestones } from '../api.ts'
import { Goal } from '../goal.tsx'
import { Loaded } from '../loaded.tsx'

const ICONS: Record<string, ReactNode> = {
  'episode-master-2': <Headphones />,
  'streak-legend': <CalendarCheck />,
  'point-collector': <Coins />,
}

const GRID =
  'rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4 rewards:sm:grid-cols-2 rewards:lg:grid-cols-3'

/** Announced achievements. They earn no points yet; their progress already counts. */
export function ComingSoon() {
  const outline = (
    <div className={GRID}>
      <Skeleton height="9.5rem" count={3} />
    </div>
  )
  return (
    <section aria-labelledby="coming-soon">
      <h2 id="coming-soon" className="rewards:text-2xl">
        Achievements Coming Soon
      </h2>
      <p className="rewards:mt-2 rewards:max-w-xl rewards:text-muted">
        Long-term goals. Your listening already counts toward them.
      </p>
      <div className="rewards:mt-6">
        <Loaded query={useMilestones()} what="the achievements" skeleton={outline}>
          {(milestones) => (
            <ul className={GRID}>
              {milestones.map((milestone) => (
                <li key={milestone.id}>
                  <Card className="rewards:h-full">
                    <Goal
                      icon={ICONS[milestone.id] ?? <Trophy />}
                      name={milestone.name}
                      text={milestone.goal}
                      reached={milestone.reached}
                      target={milestone.target}
                      unit={milestone.unit}
                      badge="Coming soon"
                    />
                  </Card>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </section>
  )
}
