import type { Person } from '@griot/contracts/people'
import { Badge } from '@griot/ui/badge'
import { EmptyState } from '@griot/ui/empty-state'
import { formatAgo, formatDate } from '@griot/ui/format'
import { Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import Users from 'lucide-react/icons/users'
import { Link } from 'react-router-dom'
import { CopyId } from '../../row-actions.tsx'
import { useAddressFilters } from '../address-filters.ts'
import { SearchForm } from '../search-form.tsx'
import { usePeople } from './api.ts'
import { personName, storedText } from './person-text.ts'
import { PersonView } from './person-view.tsx'

const EMPTY = (
  <EmptyState title="No people" icon={<Users />}>
    No person matches. Search by the start of a name, an e-mail address, or the whole id.
  </EmptyState>
)

const SORTS = [
  { value: '', label: 'Newest first' },
  { value: 'seen', label: 'Last seen first' },
]
const STATES = [
  { value: '', label: 'All people' },
  { value: 'true', label: 'Blocked only' },
]

/** Users, and one of them in detail. For admins only. */
export function PeoplePanel() {
  const { values, set, linkWith } = useAddressFilters(['search', 'sort', 'blocked', 'person'])
  if (values.person) return <PersonView id={values.person} listAddress={linkWith({ person: '' })} />
  return (
    <Section title="People">
      <div className="studio:mb-4 studio:grid studio:gap-4">
        <SearchForm
          label="Search people"
          hint="Name, e-mail address or id."
          value={values.search}
          onSearch={(search) => set({ search })}
        />
        <div className="studio:grid studio:gap-4 studio:sm:grid-cols-2">
          <Select
            label="Order"
            options={SORTS}
            value={values.sort ?? ''}
            onChange={({ target }) => set({ sort: target.value })}
          />
          <Select
            label="Show"
            options={STATES}
            value={values.blocked ?? ''}
            onChange={({ target }) => set({ blocked: target.value })}
          />
        </div>
      </div>
      <PeopleList filters={values} addressOf={(person) => linkWith({ person })} />
    </Section>
  )
}

interface PeopleListProps {
  filters: Parameters<typeof usePeople>[0]
  addressOf: (id: string) => string
}

function PeopleList({ filters, addressOf }: PeopleListProps) {
  const people = usePeople(filters)
  return (
    <>
      <QueryStates query={people} what="the people" skeleton={<RowListSkeleton notes={1} />} empty={EMPTY}>
        {(list) => (
          <RowList>
            {list.map((person) => (
              <PersonRow key={person.id} person={person} address={addressOf(person.id)} />
            ))}
          </RowList>
        )}
      </QueryStates>
      <ShowMore pages={people} what="of the people" />
    </>
  )
}

function PersonRow({ person, address }: { person: Person; address: string }) {
  const { id, email, roles, createdAt, lastSeenAt, storedBytes, blockedAt } = person
  const name = personName(person)
  return (
    <Row
      title={<Link to={address}>{name}</Link>}
      facts={<span className="studio:wrap-anywhere">{email}</span>}
      note={`Last seen ${formatAgo(lastSeenAt)} · joined ${formatDate(createdAt)} · ${storedText(storedBytes)}`}
      end={
        <>
          {roles.includes('admin') && <Badge>Admin</Badge>}
          {blockedAt !== null && <Badge tone="danger">Blocked</Badge>}
          <CopyId id={id} name={name} />
        </>
      }
    />
  )
}
