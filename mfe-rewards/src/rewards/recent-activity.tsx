import { Button } from '@griot/ui/button'
import { LoadFailed } from '@griot/ui/load-failed'
import { Link } from 'react-router-dom'
import { useLedger } from '../api.ts'
import { LedgerRow } from '../ledger-row.tsx'
import { RowList, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'

const ROWS_AT_A_TIME = 10

/** The newest entries of the ledger, and more when they are wanted. */
export function RecentActivity() {
  return (
    <Section
      title="Recent Activity"
      aside={
        <Link to="/points/history" className="rewards:font-semibold rewards:underline">
          Full history
        </Link>
      }
    >
      <Entries />
    </Section>
  )
}

function Entries() {
  const ledger = useLedger(ROWS_AT_A_TIME)

  if (ledger.isPending) return <RowListSkeleton what="your recent activity" rows={ROWS_AT_A_TIME} />
  if (ledger.isError && !ledger.data) return <LoadFailed what="your recent activity" onRetry={ledger.refetch} />
  if (ledger.data.length === 0) {
    return <p className="rewards:text-muted">Nothing yet. Start an episode and the first line appears here.</p>
  }
  return (
    <>
      <RowList>
        {ledger.data.map((entry) => (
          <LedgerRow key={entry.id} entry={entry} />
        ))}
      </RowList>
      {ledger.hasNextPage && (
        <div className="rewards:mt-4">
          <Button
            look="secondary"
            size="small"
            pending={ledger.isFetchingNextPage}
            onClick={() => void ledger.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
