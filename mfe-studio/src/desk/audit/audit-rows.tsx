import type { AuditEntry } from '@griot/contracts/audit'
import { capitalized, formatDayTime } from '@griot/ui/format'
import { Row, RowList } from '@griot/ui/row-list'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** Also for actions of newer services: "member.role_changed" becomes "Member role changed". */
export const actionText = (action: string) => capitalized(action.replaceAll(/[._]/g, ' '))

const detailsText = (details: AuditEntry['details']) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')

/** Entries of the audit log: who did what to whom, when and why. */
export function AuditRows({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <RowList>
      {entries.map((entry) => (
        <Row
          key={entry.id}
          title={`${actionText(entry.action)}: ${entry.subjectName || entry.subjectId}`}
          facts={
            <>
              by {actorOf(entry)} · <time dateTime={entry.createdAt}>{formatDayTime(entry.createdAt)}</time>
            </>
          }
          note={noteOf(entry)}
        />
      ))}
    </RowList>
  )
}

const actorOf = ({ actorId, actorName }: AuditEntry): ReactNode =>
  actorId === null ? actorName : <Link to={`/admin?tab=audit&actor=${actorId}`}>{actorName}</Link>

const noteOf = ({ reason, details }: AuditEntry): ReactNode => {
  const more = detailsText(details)
  if (reason === null && more === '') return undefined
  return (
    <>
      {reason !== null && <p className="studio:wrap-anywhere">“{reason}”</p>}
      {more !== '' && <p className="studio:text-muted studio:wrap-anywhere">{more}</p>}
    </>
  )
}
