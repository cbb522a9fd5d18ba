import { Link } from 'react-router-dom'
import { useRules, useSessions } from '../api.ts'
import { OwnShows } from '../points/rule-list.tsx'
import { RowList, RowListFailed, RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'
import { SessionRow } from '../session-row.tsx'

const SHOWN = 10
export const NO_POINTS_ID = 'no-points'

/** What the last sessions were credited, and which limit applied, for whoever expected more. */
export function NoPoints() {
  const rules = useRules()
  return (
    <div id={NO_POINTS_ID} className="rewards:scroll-mt-20">
      <Section title="Didn't get points?" look="raised">
        <p className="rewards:mb-4 rewards:text-muted">
          These are your last sessions as the server judged them: what was credited, and why not more. The rules are
          under{' '}
          <Link to="/points?tab=how" className="rewards:font-semibold rewards:text-ink rewards:underline">
            How It Works
          </Link>
          .
        </p>
        <Sessions />
        {rules.data && <OwnShows rules={rules.data} />}
      </Section>
    </div>
  )
}

function Sessions() {
  const sessions = useSessions(SHOWN)

  if (sessions.isPending) return <RowListSkeleton what="your last sessions" rows={4} notes={3} />
  if (sessions.isError) return <RowListFailed what="your last sessions" rows={4} notes={3} />
  if (sessions.data.length === 0) {
    return <p>There are no sessions yet. If you have just listened, your connection may have kept it from us.</p>
  }
  return (
    <RowList>
      {sessions.data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </RowList>
  )
}
