import { AUDIT_ACTIONS, DownloadAudit, ListAudit } from '@griot/contracts/audit'
import { pathFor } from '@griot/contracts/endpoint'
import { readPages } from '@griot/shell-sdk/read'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Input } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ServerLink } from '@griot/ui/server-link'
import { ShowMore } from '@griot/ui/show-more'
import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import { Link } from 'react-router-dom'
import { type AddressFilters, oneOf, useAddressFilters } from '../../address-filters.ts'
import { ChoiceFilter, FilterBar, SearchFilter } from '../filter-bar.tsx'
import { AuditRows, actionText } from './audit-rows.tsx'

const EMPTY = (
  <EmptyState title="No entries" icon={<ScrollText />}>
    No change matches these filters. Changes by admins and members of shows appear here.
  </EmptyState>
)

const ACTIONS = Object.fromEntries(AUDIT_ACTIONS.map((action) => [action, actionText(action)]))

/** The start of a local day, or of a later one; undefined for a text that is no day. */
const startOf = (day: string, daysLater = 0) => {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number)
  const time = new Date(year, month - 1, date + daysLater)
  return day === '' || Number.isNaN(time.valueOf()) ? undefined : time.toISOString()
}

const queryOf = ({ get }: AddressFilters) => ({
  text: get('q') || undefined,
  action: oneOf(AUDIT_ACTIONS, get('action')),
  actor: get('actor') || undefined,
  subject: get('subject') || undefined,
  from: startOf(get('from')),
  // The last day is included.
  to: startOf(get('to'), 1),
})

/** The audit log of all services. For admins only. */
export function AuditPanel() {
  const filters = useAddressFilters()
  const query = queryOf(filters)
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
      {(query.actor || query.subject) && (
        <p className="studio:mb-4 studio:text-sm">
          Only the changes by or about one person or thing. <Link to="/admin?tab=audit">Show all changes</Link>
        </p>
      )}
      <QueryStates query={entries} what="the audit log" skeleton={<RowListSkeleton notes={1} />} empty={EMPTY}>
        {(list) => <AuditRows entries={list} />}
      </QueryStates>
      <ShowMore pages={entries} what="of the audit log" />
    </Section>
  )
}

function AuditFilters({ filters: { get, set } }: { filters: AddressFilters }) {
  return (
    <FilterBar>
      <SearchFilter label="Name or reason" value={get('q')} onSearch={(text) => set('q', text)} />
      <ChoiceFilter
        label="Action"
        all="All actions"
        options={ACTIONS}
        value={get('action')}
        onChoose={(value) => set('action', value)}
      />
      <Input type="date" label="From" value={get('from')} onChange={({ target }) => set('from', target.value)} />
      <Input type="date" label="To" value={get('to')} onChange={({ target }) => set('to', target.value)} />
    </FilterBar>
  )
}
