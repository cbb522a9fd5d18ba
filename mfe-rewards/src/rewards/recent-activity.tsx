import { formatAgo } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { usePointsHistory } from '../api.ts'
import { Earned, Row, RowList, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'

const SHOWN = 10

/** The newest entries of the ledger. */
export function RecentActivity() {
  return (
    <Section title="Recent Activity">
      <Entries />
    </Section>
  )
}

function Entries() {
  const history = usePointsHistory(SHOWN)

  if (history.isPending) return <RowListSkeleton what="your recent activity" rows={4} />
  if (history.isError) return <LoadFailed what="your recent activity" onRetry={history.refetch} />
  if (history.data.length === 0) {
    return <p className="rewards:text-muted">Nothing yet. Start an episode and the first line appears here.</p>
  }
  return (
    <RowList>
      {history.data.map((entry) => (
        <Row
          key={entry.id}
          title={entry.description}
          facts={formatAgo(entry.createdAt)}
          end={<Earned points={entry.points} />}
        />
      ))}
    </RowList>
  )
}
