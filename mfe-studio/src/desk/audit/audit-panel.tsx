import { AUDIT_ACTIONS, type AuditAction, DownloadAudit, ListAudit } from '@griot/contracts/audit'
import { pathFor } from '@griot/contracts/endpoint'
import { readPages } from '@griot/shell-sdk/read'
import { Button, buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Input, Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ServerLink } from '@griot/ui/server-link'
import { ShowMore } from '@griot/ui/show-more'
import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useAddressFilters } from '../address-filters.ts'
import { SearchForm } from '../search-form.tsx'
import { AuditRows, actionText } from './audit-rows.tsx'

const FILTERS = ['search', 'action', 'actor', 'subject', 'from', 'to'] as const
type Filters = ReturnType<typeof useAddressFilters<(typeof FILTERS)[number]>>

const EMPTY = (
  <EmptyState title="No entries" icon={<ScrollText />}>
    No change matches these filters. Changes by admins and members of shows appear here.
  </EmptyState>
)

const ACTIONS = [
  { value: '', label: 'All actions' },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: actionText(action) })),
]

/** Local days as times; the last day is included. */
const timesOf = ({ from, to }: Filters['values']) => {
  const startOf = (day: string, daysLater: number) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    const time = new Date(year, month - 1, date + daysLater)
    return Number.isNaN(time.valueOf()) ? undefined : time.toISOString()
  }
  return { ...(from && { from: startOf(from, 0) }), ...(to && { to: startOf(to, 1) }) }
}

const queryOf = (values: Filters['values']) => {
  const { search, action, actor, subject } = values
  return {
    ...(search && { text: search }),
    ...(action && { action: action as AuditAction }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...timesOf(values),
  }
}

/** The audit log of all services. For admins only. */
export function AuditPanel() {
  const filters = useAddressFilters(FILTERS)
  const { values, set, linkWith } = filters
  const query = queryOf(values)
  const entries = useInfiniteQuery(readPages(ListAudit, { query }))
  return (
    <Section
      title="Audit log"
      aside={
        <ServerLink
          href={pathFor(DownloadAudit, { query })}
          download
          {...buttonLook({ look: 'secondary', size: 'small' })}
        >
          <Download aria-hidden="true" />
          Download CSV
        </ServerLink>
      }
    >
      <AuditFilters filters={filters} />
      <QueryStates query={entries} what="the audit log" skeleton={<RowListSkeleton notes={1} />} empty={EMPTY}>
        {(list) => <AuditRows entries={list} linkToActor={(actor) => linkWith({ actor })} />}
      </QueryStates>
      <ShowMore pages={entries} what="of the audit log" />
      {(values.actor || values.subject) && (
        <Button look="quiet" size="small" onClick={() => set({ actor: '', subject: '' })}>
          Show the changes of all people
        </Button>
      )}
    </Section>
  )
}

function AuditFilters({ filters: { values, set } }: { filters: Filters }) {
  return (
    <div className="studio:mb-4 studio:grid studio:gap-4">
      <SearchForm
        label="Search the audit log"
        hint="Names and reasons, by the start of a word."
        value={values.search}
        onSearch={(search) => set({ search })}
      />
      <div className="studio:grid studio:gap-4 studio:sm:grid-cols-3">
        <Select
          label="Action"
          options={ACTIONS}
          value={values.action ?? ''}
          onChange={({ target }) => set({ action: target.value })}
        />
        <Input
          type="date"
          label="From"
          value={values.from ?? ''}
          onChange={({ target }) => set({ from: target.value })}
        />
        <Input type="date" label="To" value={values.to ?? ''} onChange={({ target }) => set({ to: target.value })} />
      </div>
      {(values.actor || values.subject) && <p className="studio:text-sm">Only the changes by or about one person.</p>}
    </div>
  )
}
