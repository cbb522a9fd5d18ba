import type { Badge as EarnableBadge, UserBadge } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatDate, formatNumber } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import { useBadges, useMyBadges, usePoints } from '../api.ts'
import { BadgeIcon } from '../badges/badge-icon.tsx'
import { Failed } from '../failed.tsx'
import { Section } from '../section.tsx'

const GRID = 'rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-x-8 rewards:gap-y-6 rewards:sm:grid-cols-2'

/** Every badge there is, with how much of its way is done. */
export function Achievements() {
  const badges = useBadges()
  const mine = useMyBadges()
  const points = usePoints()
  const failed = [badges, mine, points].find((query) => query.isError)

  return (
    <Section title="Achievements">
      {failed && <Failed what="your achievements" missing={<Outline />} />}
      {!failed && !(badges.data && mine.data && points.data) && (
        <>
          <p className="g-visually-hidden">Loading your achievements</p>
          <Outline />
        </>
      )}
      {!failed && badges.data && mine.data && points.data && (
        <ul className={GRID}>
          {badges.data.map((badge) => (
            <Achievement
              key={badge.id}
              badge={badge}
              completed={points.data.episodesCompleted}
              earned={mine.data.find(({ badgeId }) => badgeId === badge.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** As many as there have always been. */
function Outline() {
  return (
    <div className={GRID}>
      <Skeleton height="5.875rem" />
      <Skeleton height="5.875rem" />
      <Skeleton height="5.875rem" />
      <Skeleton height="5.875rem" />
    </div>
  )
}

interface AchievementProps {
  badge: EarnableBadge
  completed: number
  earned: UserBadge | undefined
}

function Achievement({ badge, completed, earned }: AchievementProps) {
  const done = earned ? badge.episodes : Math.min(completed, badge.episodes)
  return (
    <li className="rewards:flex rewards:flex-wrap rewards:gap-4">
      <span
        data-earned={earned !== undefined}
        className="rewards:grid rewards:size-12 rewards:flex-none rewards:place-items-center rewards:rounded-full rewards:bg-raised rewards:text-muted rewards:data-[earned=true]:bg-points-fill rewards:data-[earned=true]:text-on-points"
      >
        <BadgeIcon icon={badge.icon} />
      </span>
      <div className="rewards:min-w-[min(100%,6.5rem)] rewards:flex-1">
        <h3 className="rewards:text-lg">{badge.name}</h3>
        <p className="rewards:mt-0.5 rewards:text-sm rewards:text-muted">{badge.description}</p>
        <Progress
          label={`Progress towards ${badge.name}`}
          value={(done / badge.episodes) * 100}
          valueText={`${done} of ${badge.episodes} episodes`}
          tone={earned ? 'points' : 'teal'}
          className="rewards:mt-2"
        />
        <div className="rewards:mt-1.5 rewards:flex rewards:flex-wrap rewards:items-center rewards:justify-between rewards:gap-x-3 rewards:gap-y-1">
          <p className="rewards:text-sm rewards:text-muted rewards:tabular-nums">
            {earned ? `Earned ${formatDate(earned.earnedAt)}` : `${done} of ${badge.episodes}`}
          </p>
          <Badge tone={earned ? 'points' : 'plain'}>
            +{formatNumber(badge.points)}
            <span className="g-visually-hidden"> points</span>
          </Badge>
        </div>
      </div>
    </li>
  )
}
