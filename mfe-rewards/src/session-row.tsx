import type { ExplainedSession } from '@griot/contracts/listening'
import { formatAgo, formatDuration, formatPoints } from '@griot/ui/format'
import { Link } from 'react-router-dom'
import { Earned, Row } from './row-list.tsx'

const stateOf = ({ completed, endedAt }: ExplainedSession) =>
  completed ? 'Completed' : endedAt ? 'Listened' : 'In progress'

/** Why a session earned what it did, one sentence a rule that applied. */
const whyOf = ({ reasons, endedAt, endedBy, pointsEarned }: ExplainedSession) => {
  if (endedAt === null) {
    const later = 'Points for the minutes come when you stop listening.'
    return pointsEarned > 0 ? [`${formatPoints(pointsEarned)} for starting this episode.`, later] : [later]
  }
  const sentences = reasons.map(({ sentence }) => sentence)
  return endedBy === 'silence'
    ? [...sentences, 'The player fell silent, so what it had reported until then was counted.']
    : sentences
}

/** A listening session with every reason for its points. */
export function SessionRow({ session }: { session: ExplainedSession }) {
  return (
    <Row
      title={
        <Link to={`/episode/${session.episodeId}`} className="rewards:hover:underline">
          {session.episodeTitle}
        </Link>
      }
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
