import type { PersonDetails } from '@griot/contracts/people'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { counted, formatAgo, formatDate, formatDayTime, formatPoints } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Panel, Section } from '@griot/ui/section'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CopyId } from '../../row-actions.tsx'
import { AuditRows } from '../audit/audit-rows.tsx'
import { usePerson } from './api.ts'
import { BlockDialog, UnblockDialog } from './block-dialogs.tsx'
import { personName, storedText } from './person-text.ts'

const UNKNOWN = <p>This could not be loaded, because a service is unavailable.</p>

export function PersonView({ id }: { id: string }) {
  const person = usePerson(id)
  return (
    <>
      <p className="studio:mb-4">
        <Link to="/admin?tab=people">All people</Link>
      </p>
      <QueryStates query={person} what="this person" skeleton={<RowListSkeleton notes={2} />}>
        {(found) => <PersonParts person={found} />}
      </QueryStates>
    </>
  )
}

function PersonParts({ person }: { person: PersonDetails }) {
  const { id, podcasts, points, sessions, sessionCount, auditEntries } = person
  const name = personName(person)
  return (
    <Section title={name} aside={<CopyId id={id} name={name} />}>
      <div className="studio:grid studio:gap-6">
        <PersonFacts person={person} />
        <BlockState person={person} name={name} />
        <Panel title="Shows">
          {podcasts === null ? UNKNOWN : <List items={podcasts.map((podcast) => showOf(podcast))} none="No shows." />}
        </Panel>
        <Panel title="Points">
          {points === null ? (
            UNKNOWN
          ) : (
            <p>
              {formatPoints(points.totalPoints)} in total.
              {points.heldAt !== null && ` Held ${formatAgo(points.heldAt)}.`}
            </p>
          )}
        </Panel>
        <Panel title={`Signed in on ${counted(sessionCount, 'browser')}`}>
          <List items={sessions.map((session) => sessionOf(session))} none="Signed out everywhere." />
        </Panel>
        <Panel title="Audit log" aside={<Link to={`/admin?tab=audit&subject=${id}`}>All entries</Link>}>
          {auditEntries === null ? UNKNOWN : <Entries entries={auditEntries} />}
        </Panel>
      </div>
    </Section>
  )
}

function PersonFacts({ person }: { person: PersonDetails }) {
  const { email, roles, createdAt, lastSeenAt, signedInAt, storedBytes } = person
  return (
    <div className="studio:grid studio:gap-1 studio:wrap-anywhere">
      <p>
        {email} {roles.includes('admin') && <Badge>Admin</Badge>}
      </p>
      <p className="studio:text-sm studio:text-muted">
        Joined {formatDate(createdAt)} · last sign-in {formatDayTime(signedInAt)} · last seen {formatAgo(lastSeenAt)} ·{' '}
        {storedText(storedBytes)}
      </p>
    </div>
  )
}

function BlockState({ person, name }: { person: PersonDetails; name: string }) {
  const { id, blockedAt, blockedReason, hidesShows, isBlockPending } = person
  const me = useStore(useShell().session.user)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="studio:grid studio:justify-items-start studio:gap-3">
      {blockedAt !== null && (
        <p className="studio:wrap-anywhere">
          <Badge tone="danger">Blocked</Badge> {formatAgo(blockedAt)}: “{blockedReason}”. Published shows are{' '}
          {hidesShows ? 'hidden' : 'kept'}.
        </p>
      )}
      {isBlockPending && (
        <p role="status">A service has not applied the last change yet. It is repeated until it has.</p>
      )}
      {me?.id === id ? (
        <p className="studio:text-sm studio:text-muted">This is your own account. You cannot block yourself.</p>
      ) : (
        <Button look={blockedAt === null ? 'danger' : 'secondary'} onClick={() => setOpen(true)}>
          {blockedAt === null ? 'Block' : 'Unblock'}
        </Button>
      )}
      {isOpen && blockedAt === null && <BlockDialog id={id} name={name} onClose={close} />}
      {isOpen && blockedAt !== null && <UnblockDialog id={id} name={name} hidesShows={hidesShows} onClose={close} />}
    </div>
  )
}

function Entries({ entries }: { entries: NonNullable<PersonDetails['auditEntries']> }) {
  return entries.length === 0 ? <p>No entries.</p> : <AuditRows entries={entries} />
}

interface Item {
  key: string
  text: ReactNode
}

const showOf = ({ id, title }: { id: string; title: string }): Item => ({
  key: id,
  text: <Link to={`/podcast/${id}`}>{title}</Link>,
})

const sessionOf = ({ signedInAt, lastUsedAt }: PersonDetails['sessions'][number]): Item => ({
  key: `${signedInAt} ${lastUsedAt}`,
  text: `Since ${formatDayTime(signedInAt)}, last used ${formatAgo(lastUsedAt)}`,
})

function List({ items, none }: { items: Item[]; none: string }) {
  if (items.length === 0) return <p>{none}</p>
  return (
    <ul className="studio:list-disc studio:ps-5">
      {items.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
}
