import { Badge } from '@griot/ui/badge'
import { Card } from '@griot/ui/card'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Coins from 'lucide-react/icons/coins'
import Headphones from 'lucide-react/icons/headphones'

const ACHIEVEMENTS = [
  { name: 'Episode Master', goal: 'Complete 100 episodes', icon: <Headphones /> },
  { name: 'Streak Legend', goal: '30-day listening streak', icon: <CalendarCheck /> },
  { name: 'Point Collector', goal: 'Earn 10,000 total points', icon: <Coins /> },
]

export function ComingSoon() {
  return (
    <section aria-labelledby="coming-soon">
      <h2 id="coming-soon" className="rewards:text-2xl">
        Achievements Coming Soon
      </h2>
      <p className="rewards:mt-2 rewards:max-w-xl rewards:text-muted">
        Long roads for loyal ears. What you hear today already counts towards them.
      </p>
      <ul className="rewards:mt-6 rewards:grid rewards:gap-4 rewards:sm:grid-cols-2 rewards:lg:grid-cols-3">
        {ACHIEVEMENTS.map(({ name, goal, icon }) => (
          <li key={name}>
            <Card className="rewards:flex rewards:h-full rewards:items-start rewards:gap-4">
              <span
                aria-hidden="true"
                className="rewards:grid rewards:size-12 rewards:flex-none rewards:place-items-center rewards:rounded-full rewards:bg-raised rewards:text-muted"
              >
                {icon}
              </span>
              <div>
                <h3 className="rewards:text-lg">{name}</h3>
                <p className="rewards:mt-1 rewards:text-muted">{goal}</p>
                <p className="rewards:mt-2">
                  <Badge>Coming soon</Badge>
                </p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
