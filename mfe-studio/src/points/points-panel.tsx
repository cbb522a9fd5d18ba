import type { UnusualEarner } from '@griot/contracts/points-review'
import { Badge } from '@griot/ui/badge'
import { EmptyState } from '@griot/ui/empty-state'
import { formatAgo, formatNumber, formatPoints } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import CircleCheck from 'lucide-react/icons/circle-check'
import { ActionButton } from '../action.tsx'
import { CopyId } from '../row-actions.tsx'
import { useSetHold, useUnusualEarners } from './api.ts'

const EMPTY = (
  <EmptyState title="No unusual earners" icon={<CircleCheck />}>
    A daily report lists listeners who earn unusually many points.
  </EmptyState>
)

/** Listeners that the daily report lists. For admins only. */
export function PointsPanel() {
  const earners = useUnusualEarners()
  return (
    <Section title="Unusual earners">
      <p className="studio:mb-4 studio:text-sm studio:text-muted">
        While points are held, listening is recorded but earns none. The receipt states that.
      </p>
      <QueryStates query={earners} what="the unusual earners" skeleton={<RowListSkeleton notes={1} />} empty={EMPTY}>
        {(list) => (
          <RowList>
            {list.map((earner) => (
              <EarnerRow key={earner.id} earner={earner} />
            ))}
          </RowList>
        )}
      </QueryStates>
      <ShowMore pages={earners} what="of the unusual earners" />
    </Section>
  )
}

/** A newer service may report other reasons. */
const usualText = (found: number, allowed: number) =>
  `${formatNumber(found)}. Up to ${formatNumber(allowed)} are usual.`

const FOUND: Partial<Record<UnusualEarner['reason'], typeof usualText>> = {
  points_per_hour: (found, allowed) => `${formatPoints(found)} in an hour. Up to ${formatNumber(allowed)} are usual.`,
  bonuses_per_day: (found, allowed) =>
    `Bonuses for ${formatNumber(found)} episodes in a day. Up to ${formatNumber(allowed)} are usual.`,
  episodes_of_one_host: (found, allowed) =>
    `${formatNumber(found)} episodes of one host in a day. Up to ${formatNumber(allowed)} are usual.`,
  listeners_of_one_address: (found, allowed) =>
    `${formatNumber(found)} listeners at the same time from one address. Up to ${formatNumber(allowed)} are usual.`,
}

function EarnerRow({ earner }: { earner: UnusualEarner }) {
  const { userId, displayName, totalPoints, reason, found, allowed, createdAt, heldAt } = earner
  const setHold = useSetHold(earner)
  const name = displayName ?? `Listener ${userId.slice(0, 8)}`
  const text = heldAt === null ? 'Hold points' : 'Release'
  return (
    <Row
      title={name}
      facts={`${formatPoints(totalPoints)} in total · reported ${formatAgo(createdAt)}`}
      note={
        <>
          {(FOUND[reason] ?? usualText)(found, allowed)}
          {heldAt !== null && ` Held ${formatAgo(heldAt)}.`}
        </>
      }
      end={
        <>
          {heldAt !== null && <Badge tone="danger">Held</Badge>}
          <CopyId id={userId} name={name} />
        </>
      }
      actions={<ActionButton text={text} label={`${text}: ${name}`} action={setHold} input={undefined} />}
    />
  )
}
