import type { LeaderboardEntry } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatNumber } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { useLeaderboard } from '../api.ts'
import { RowListSkeleton } from '../row-list.tsx'
import { Section } from '../section.tsx'

const SHOWN = 5

/** The top five, and one's own place below when it is further down. */
export function Leaderboard() {
  return (
    <Section title="Leaderboard">
      <Entries />
    </Section>
  )
}

function Entries() {
  const leaderboard = useLeaderboard(SHOWN)

  if (leaderboard.isPending) return <RowListSkeleton what="the leaderboard" rows={SHOWN} />
  if (leaderboard.isError) return <LoadFailed what="the leaderboard" onRetry={leaderboard.refetch} />
  if (leaderboard.data.length === 0) {
    return <p className="rewards:text-muted">Nobody has points yet. The first place is free.</p>
  }
  return (
    <ol className="rewards:divide-y rewards:divide-line">
      {leaderboard.data.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

const nameOf = ({ displayName, user }: LeaderboardEntry) => displayName ?? user.email ?? 'Anonymous'

function Entry({ entry }: { entry: LeaderboardEntry }) {
  return (
    <li className="rewards:flex rewards:items-center rewards:gap-3 rewards:py-3 rewards:first:pt-0 rewards:last:pb-0">
      <span className="rewards:w-8 rewards:flex-none rewards:font-display rewards:text-2xl rewards:font-extrabold rewards:tabular-nums">
        {entry.rank}
      </span>
      <div className="rewards:min-w-0 rewards:flex-1">
        <p className="rewards:flex rewards:items-center rewards:gap-2">
          <span className="rewards:truncate rewards:font-semibold">{nameOf(entry)}</span>
          {entry.isMe && <Badge tone="terracotta">You</Badge>}
        </p>
        <p className="rewards:text-sm rewards:text-muted">Level {entry.level}</p>
      </div>
      <strong className="rewards:text-points rewards:tabular-nums">{formatNumber(entry.totalPoints)}</strong>
    </li>
  )
}
