import type { ExplainedSession } from '@griot/contracts/listening'
import type { PointsHistoryEntry } from '@griot/contracts/points'
import { formatAgo, formatDate, formatDuration, formatPoints } from '@griot/ui/format'
import { Row } from '@griot/ui/row-list'
import { ShowMore } from '@griot/ui/show-more'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type EntryType, useLedger, useSessions } from '../api.ts'
import { Earned } from '../earned.tsx'
import { LoadedRows } from '../loaded.tsx'

interface LedgerRowsProps {
  /** As in "We could not load …". */
  what: string
  perPage: number
  type?: EntryType | undefined
}

/** Ledger entries, newest first, with a button for the next page. */
export function LedgerRows({ what, perPage, type }: LedgerRowsProps) {
  const ledger = useLedger(perPage, type)
  const empty = (
    <p className="rewards:text-muted">
      {type ? 'No entries of this type yet.' : 'No entries yet. Start an episode to earn the first points.'}
    </p>
  )
  return (
    <>
      <LoadedRows query={ledger} what={what} rows={Math.min(perPage, 10)} empty={empty}>
        {(entry) => <LedgerRow key={entry.id} entry={entry} />}
      </LoadedRows>
      <ShowMore pages={ledger} what={`of ${what}`} />
    </>
  )
}

const linkOf = ({ episodeId, podcastId }: PointsHistoryEntry) => {
  if (episodeId) return `/episode/${episodeId}`
  return podcastId ? `/podcast/${podcastId}` : null
}

function LedgerRow({ entry }: { entry: PointsHistoryEntry }) {
  const link = linkOf(entry)
  return (
    <Row
      title={link ? <Link to={link}>{entry.description}</Link> : entry.description}
      facts={
        <time dateTime={entry.createdAt}>
          {formatDate(entry.createdAt)} · {formatAgo(entry.createdAt)}
        </time>
      }
      end={<Earned points={entry.points} />}
    />
  )
}

interface SessionRowsProps {
  /** As in "We could not load …". */
  what: string
  limit: number
  empty: ReactNode
}

/** The last sessions, with one sentence per rule that applied. */
export function SessionRows({ what, limit, empty }: SessionRowsProps) {
  return (
    <LoadedRows query={useSessions(limit)} what={what} rows={Math.min(limit, 5)} notes={3} empty={empty}>
      {(session) => <SessionRow key={session.id} session={session} />}
    </LoadedRows>
  )
}

const stateOf = ({ completed, endedAt }: ExplainedSession) =>
  completed ? 'Completed' : endedAt ? 'Listened' : 'In progress'

const whyOf = ({ reasons, endedAt, endedBy, pointsEarned }: ExplainedSession) => {
  if (endedAt === null) {
    const later = 'Points are added every ten minutes and when you stop listening.'
    return pointsEarned > 0 ? [`${formatPoints(pointsEarned)} credited so far.`, later] : [later]
  }
  const sentences = reasons.map(({ sentence }) => sentence)
  return endedBy === 'silence'
    ? [...sentences, 'The player lost its connection. Your time until then was counted.']
    : sentences
}

function SessionRow({ session }: { session: ExplainedSession }) {
  return (
    <Row
      title={<Link to={`/episode/${session.episodeId}`}>{session.episodeTitle}</Link>}
      facts={`${stateOf(session)} · ${formatDuration(session.listeningDuration)} credited · ${formatAgo(session.createdAt)}`}
      note={
        <ul aria-label="Why" className="rewards:grid rewards:gap-0.5">
          {whyOf(session).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
      end={<Earned points={session.pointsEarned} />}
    />
  )
}
