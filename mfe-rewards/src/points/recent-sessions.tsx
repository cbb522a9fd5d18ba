import type { ListeningSession } from '@griot/contracts/listening'
import { formatAgo, formatDuration } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Link } from 'react-router-dom'
import { useEpisode, useSessions } from '../api.ts'
import { Earned, Row, RowList, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'

const SHOWN = 5

export function RecentSessions() {
  return (
    <Section title="Recent Sessions">
      <Sessions />
    </Section>
  )
}

function Sessions() {
  const sessions = useSessions()

  if (sessions.isPending) return <RowListSkeleton what="your listening sessions" rows={SHOWN} />
  if (sessions.isError) return <LoadFailed what="your listening sessions" onRetry={sessions.refetch} />
  if (sessions.data.length === 0) {
    return (
      <p className="rewards:text-muted">
        No sessions yet. <DiscoverLink /> and press Listen: the first points come with the start.
      </p>
    )
  }
  return (
    <RowList>
      {sessions.data.slice(0, SHOWN).map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </RowList>
  )
}

function DiscoverLink() {
  return (
    <Link to="/discover" className="rewards:font-semibold rewards:text-ink rewards:underline">
      Find an episode
    </Link>
  )
}

const stateOf = ({ completed, endedAt }: ListeningSession) =>
  completed ? 'Completed' : endedAt ? 'Listened' : 'In progress'

function SessionRow({ session }: { session: ListeningSession }) {
  const episode = useEpisode(session.episodeId)
  return (
    <Row
      title={
        <Link to={`/episode/${session.episodeId}`} className="rewards:hover:underline">
          {episode.data?.title ?? (episode.isPending ? '…' : 'An episode that is no longer available')}
        </Link>
      }
      facts={`${stateOf(session)} · ${formatDuration(session.listeningDuration)} · ${formatAgo(session.createdAt)}`}
      end={<Earned points={session.pointsEarned} />}
    />
  )
}
