import { pathFor } from '@griot/contracts/endpoint'
import { DownloadPointsHistory } from '@griot/contracts/points'
import { Button, buttonLook } from '@griot/ui/button'
import Download from 'lucide-react/icons/download'
import { useSearchParams } from 'react-router-dom'
import { type EntryType, useLedger } from '../api.ts'
import { LedgerRow } from '../ledger-row.tsx'
import { MoreRows } from '../more-rows.tsx'
import { RowList, RowListFailed, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'

const ROWS_AT_A_TIME = 50

const FILTERS: { type: EntryType | undefined; label: string }[] = [
  { type: undefined, label: 'All' },
  { type: 'listening', label: 'Listening' },
  { type: 'achievement', label: 'Achievements' },
  { type: 'tip', label: 'Tips' },
]

/** The whole ledger, one heading of it or all; the choice lives in `?type=`. */
export function Ledger() {
  const [search, setSearch] = useSearchParams()
  const chosen = FILTERS.find(({ type }) => type === search.get('type')) ?? FILTERS[0]
  const type = chosen?.type

  return (
    <Section
      title="All entries"
      aside={
        <a
          href={pathFor(DownloadPointsHistory, { params: { id: 'me' }, query: { type } })}
          download
          {...buttonLook({ look: 'secondary', size: 'small' })}
        >
          <Download aria-hidden="true" />
          Download CSV
        </a>
      }
    >
      <fieldset className="rewards:mb-4 rewards:flex rewards:flex-wrap rewards:gap-2">
        <legend className="g-visually-hidden">Show entries for</legend>
        {FILTERS.map((filter) => (
          <Button
            key={filter.label}
            look={filter === chosen ? 'primary' : 'secondary'}
            size="small"
            aria-pressed={filter === chosen}
            onClick={() => setSearch(filter.type ? { type: filter.type } : {}, { replace: true })}
          >
            {filter.label}
          </Button>
        ))}
      </fieldset>
      <Entries type={type} />
    </Section>
  )
}

function Entries({ type }: { type: EntryType | undefined }) {
  const ledger = useLedger(ROWS_AT_A_TIME, type)

  if (ledger.isPending) return <RowListSkeleton what="your history" rows={8} />
  if (ledger.isError && !ledger.data) return <RowListFailed what="your history" rows={8} />
  if (ledger.data.length === 0) {
    return (
      <p className="rewards:text-muted">
        {type ? 'Nothing of this kind yet.' : 'Nothing yet. Start an episode and the first line appears here.'}
      </p>
    )
  }
  return (
    <>
      <RowList>
        {ledger.data.map((entry) => (
          <LedgerRow key={entry.id} entry={entry} />
        ))}
      </RowList>
      <MoreRows what="more of your history" pages={ledger} />
    </>
  )
}
