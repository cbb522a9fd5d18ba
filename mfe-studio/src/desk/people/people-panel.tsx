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
import { oneOf, useAddressFilters } from '../../address-filters.ts'
import { CopyId } from '../../row-actions.tsx'
import { ChoiceFilter, FilterBar, SearchFilter } from '../filter-bar.tsx'
import { usePeople } from './api.ts'
import { personName, storedText } from './person-text.ts'
import { PersonView } from './person-view.tsx'

const EMPTY = (
  <EmptyState title="No people" icon={<Users />}>
    No person matches. Search by the start of a name, an e-mail address, or the whole id.
  </EmptyState>
)

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'seen', label: 'Last seen first' },
]

/** Users, or the one in the address. For admins only. */
export function PeoplePanel() {
  const person = useAddressFilters().get('person')
  return person === '' ? <PeopleList /> : <PersonView id={person} />
}

function PeopleList() {
  const filters = useAddressFilters()
  const search = filters.get('q')
  const sort = oneOf(['newest', 'seen'], filters.get('sort')) ?? 'newest'
  const blocked = filters.get('blocked')
  const people = usePeople({ search, sort, isBlocked: blocked === 'true' })
  return (
    <Section title="People">
      <FilterBar>
        <SearchFilter label="Name, e-mail or id" value={search} onSearch={(text) => filters.set('q', text)} />
        <div className="studio:flex-[0_1_12rem]">
          <Select
            label="Order"
            options={SORTS}
            value={sort}
            onChange={({ target }) => filters.set('sort', target.value)}
          />
        </div>
        <ChoiceFilter
          label="Show"
          all="All people"
          options={{ true: 'Blocked only' }}
          value={blocked}
          onChoose={(value) => filters.set('blocked', value)}
        />
      </FilterBar>
      <QueryStates query={people} what="the people" skeleton={<RowListSkeleton notes={1} />} empty={EMPTY}>
        {(list) => (
          <RowList>
            {list.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </RowList>
        )}
      </QueryStates>
      <ShowMore pages={people} what="of the people" />
    </Section>
  )
}

function PersonRow({ person }: { person: Person }) {
  const { id, email, roles, createdAt, lastSeenAt, storedBytes, blockedAt } = person
  const name = personName(person)
  return (
    <Row
      title={
        <Link to={`/admin?tab=people&person=${id}`} className="studio:underline">
          {name}
        </Link>
      }
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
