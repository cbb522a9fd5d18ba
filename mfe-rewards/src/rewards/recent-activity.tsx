import { Link } from 'react-router-dom'
import { useLedger } from '../api.ts'
import { LedgerRow } from '../ledger-row.tsx'
import { MoreRows } from '../more-rows.tsx'
import { RowList, RowListFailed, RowListSkeleton } from '../row-list.tsx'
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
  if (ledger.isError && !ledger.data) return <RowListFailed what="your recent activity" rows={ROWS_AT_A_TIME} />
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
      <MoreRows what="more of your activity" pages={ledger} />
    </>
  )
}
