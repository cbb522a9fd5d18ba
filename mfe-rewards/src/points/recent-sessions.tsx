import { Link } from 'react-router-dom'
import { useSessions } from '../api.ts'
import { RowList, RowListFailed, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'
import { SessionRow } from '../session-row.tsx'

const SHOWN = 5

export function RecentSessions() {
  return (
    <Section
      title="Recent Sessions"
      aside={
        <Link to="/points/history" className="rewards:font-semibold rewards:underline">
          Full history
        </Link>
      }
    >
      <Sessions />
    </Section>
  )
}

function Sessions() {
  const sessions = useSessions(SHOWN)

  if (sessions.isPending) return <RowListSkeleton what="your listening sessions" rows={SHOWN} notes={3} />
  if (sessions.isError) return <RowListFailed what="your listening sessions" rows={SHOWN} notes={3} />
  if (sessions.data.length === 0) {
    return (
      <p className="rewards:text-muted">
        No sessions yet.{' '}
        <Link to="/discover" className="rewards:font-semibold rewards:text-ink rewards:underline">
          Find an episode
        </Link>{' '}
        and press Listen: the first points come with the start.
      </p>
    )
  }
  return (
    <RowList>
      {sessions.data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </RowList>
  )
}
