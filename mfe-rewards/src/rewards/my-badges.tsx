import { Badge as Count } from '@griot/ui/badge'
import { formatDate } from '@griot/ui/format'
import { useBadges, useMyBadges } from '../api.ts'
import { BadgeIcon } from '../badges/badge-icon.tsx'
import { Row, RowList, RowListFailed, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'

export function MyBadges() {
  const mine = useMyBadges()
  return (
    <Section title="My Badges" aside={mine.data && <Count>{mine.data.length}</Count>}>
      <Badges />
    </Section>
  )
}

function Badges() {
  const mine = useMyBadges()
  const all = useBadges()

  if (mine.isPending) return <RowListSkeleton what="your badges" rows={2} />
  if (mine.isError) return <RowListFailed what="your badges" rows={2} />
  if (mine.data.length === 0) {
    return <p className="rewards:text-muted">No badges yet. The first one comes with the first episode you finish.</p>
  }
  return (
    <RowList>
      {mine.data.map(({ id, badgeId, earnedAt }) => {
        const badge = all.data?.find((one) => one.id === badgeId)
        return (
          <Row
            key={id}
            start={
              <span className="rewards:grid rewards:size-11 rewards:flex-none rewards:place-items-center rewards:rounded-full rewards:bg-points-fill rewards:text-on-points">
                <BadgeIcon icon={badge?.icon ?? ''} />
              </span>
            }
            title={badge?.name ?? 'A badge'}
            facts={`Earned ${formatDate(earnedAt)}`}
          />
        )
      })}
    </RowList>
  )
}
