import type { Badge as EarnableBadge, UserBadge } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatDate, formatNumber } from '@griot/ui/format'
import { Row } from '@griot/ui/row-list'
import { Panel } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { useBadges, useMyBadges, usePoints } from '../api.ts'
import { BadgeIcon } from '../badges/badge-icon.tsx'
import { Goal } from '../goal.tsx'
import { Loaded, LoadedRows } from '../loaded.tsx'

const GRID = 'rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-x-8 rewards:gap-y-6 rewards:sm:grid-cols-2'

export function Achievements() {
  const badges = useBadges()
  const mine = useMyBadges()
  const points = usePoints()
  const query = {
    data: mine.data && points.data && badges.data,
    isError: [badges, mine, points].some(({ isError }) => isError),
  }
  const outline = (
    <div className={GRID}>
      <Skeleton height="5.875rem" count={4} />
    </div>
  )
  return (
    <Panel title="Achievements">
      <p className="rewards:mb-4 rewards:text-sm rewards:text-muted">
        An episode counts when you have listened to at least half of it. Episodes that you only mark as played, or skip
        to the end, do not count.
      </p>
      <Loaded query={query} what="your achievements" skeleton={outline}>
        {(all) => (
          <ul className={GRID}>
            {all.map((badge) => (
              <Achievement
                key={badge.id}
                badge={badge}
                completed={points.data?.episodesCompleted ?? 0}
                earned={mine.data?.find(({ badgeId }) => badgeId === badge.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

interface AchievementProps {
  badge: EarnableBadge
  completed: number
  earned: UserBadge | undefined
}

function Achievement({ badge: { icon, name, description, episodes, points }, completed, earned }: AchievementProps) {
  return (
    <li>
      <Goal
        icon={<BadgeIcon icon={icon} />}
        name={name}
        text={description}
        reached={earned ? episodes : Math.min(completed, episodes)}
        target={episodes}
        earned={earned && `Earned ${formatDate(earned.earnedAt)}`}
        badge={
          <>
            +{formatNumber(points)}
            <span className="g-visually-hidden"> points</span>
          </>
        }
      />
    </li>
  )
}

export function MyBadges() {
  const mine = useMyBadges()
  const all = useBadges()
  return (
    <Panel title="My Badges" aside={mine.data && <Badge>{mine.data.length}</Badge>}>
      <LoadedRows
        query={mine}
        what="your badges"
        rows={3}
        empty={
          <p className="rewards:text-muted">No badges yet. You earn the first one when you complete an episode.</p>
        }
      >
        {({ id, badgeId, earnedAt }) => {
          const badge = all.data?.find((one) => one.id === badgeId)
          return (
            <Row
              key={id}
              start={
                <span className="rewards:grid rewards:size-11 rewards:flex-none rewards:place-items-center rewards:rounded-full rewards:bg-points-fill rewards:text-on-points">
                  <BadgeIcon icon={badge?.icon ?? ''} />
                </span>
              }
              title={badge?.name ?? 'Unknown badge'}
              facts={`Earned ${formatDate(earnedAt)}`}
            />
          )
        }}
      </LoadedRows>
    </Panel>
  )
}
