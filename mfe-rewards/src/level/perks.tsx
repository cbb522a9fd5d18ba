import { Badge } from '@griot/ui/badge'
import { formatPoints } from '@griot/ui/format'
import { usePoints, useRules } from '../api.ts'
import { Row, RowList, RowListFailed, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'

/** What the names of levels bring, and from when. */
export function Perks() {
  return (
    <Section title="Level Perks">
      <PerkRows />
    </Section>
  )
}

function PerkRows() {
  const rules = useRules()
  const points = usePoints()

  if (rules.isPending) return <RowListSkeleton what="the perks" rows={3} />
  if (rules.isError) return <RowListFailed what="the perks" rows={3} />
  return (
    <RowList>
      {rules.data.levels.names.map(({ name, from, perk }) => {
        if (!perk) return null
        const isMine = points.data && points.data.totalPoints >= from
        return (
          <Row
            key={perk.id}
            title={perk.name}
            facts={`${perk.sentence} ${name}, from ${formatPoints(from)}.`}
            end={isMine && <Badge tone="points">Yours</Badge>}
          />
        )
      })}
    </RowList>
  )
}
