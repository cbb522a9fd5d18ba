import type { LeaderboardEntry } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatNumber } from '@griot/ui/format'
import { useBadges, useLeaderboard } from '../api.ts'
import { BadgeIcon } from '../badges/badge-icon.tsx'
import { RowListFailed, RowListSkeleton } from '../row-list.tsx'
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
  if (leaderboard.isError) return <RowListFailed what="the leaderboard" rows={SHOWN} />
  if (leaderboard.data.length === 0) {
    return <p className="rewards:text-muted">Nobody has points yet. The first place is free.</p>
  }
  return (
    <ol className="rewards:divide-y rewards:divide-line">
      {leaderboard.data.map((entry, at) => (
        <Entry key={entry.id} entry={entry} isApart={at >= SHOWN} />
      ))}
    </ol>
  )
}

const nameOf = ({ displayName, user }: LeaderboardEntry) => displayName ?? user.email ?? 'Anonymous'

function Entry({ entry, isApart }: { entry: LeaderboardEntry; isApart: boolean }) {
  return (
    <li
      data-apart={isApart}
      data-boosted={entry.perks.includes('leaderboard_boost')}
      className="rewards:flex rewards:flex-wrap rewards:items-center rewards:gap-3 rewards:py-3 rewards:data-[apart=true]:mt-4 rewards:data-[boosted=false]:first:pt-0 rewards:data-[boosted=false]:last:pb-0 rewards:data-[boosted=true]:-mx-3 rewards:data-[boosted=true]:rounded-m rewards:data-[boosted=true]:bg-points-wash rewards:data-[boosted=true]:px-3"
    >
      <span className="rewards:min-w-8 rewards:flex-none rewards:font-display rewards:text-2xl rewards:font-extrabold rewards:tabular-nums">
        {formatNumber(entry.rank)}
      </span>
      <div className="rewards:min-w-[min(100%,7rem)] rewards:flex-1">
        <p className="rewards:flex rewards:flex-wrap rewards:items-center rewards:gap-x-2 rewards:gap-y-1">
          <span className="rewards:line-clamp-2 rewards:font-semibold rewards:wrap-anywhere">{nameOf(entry)}</span>
          <ShownBadges ids={entry.shownBadges} />
          {entry.perks.includes('elite_status') && <Badge tone="points">Elite</Badge>}
          {entry.isMe && <Badge tone="terracotta">You</Badge>}
        </p>
        <p className="rewards:text-sm rewards:text-muted">
          Level {formatNumber(entry.level)}
          {entry.isMe && entry.displayName === null && ' · others see Anonymous'}
        </p>
      </div>
      <strong className="rewards:text-points rewards:tabular-nums">{formatNumber(entry.totalPoints)}</strong>
    </li>
  )
}

/** The badges that somebody chose to stand beside their name. */
function ShownBadges({ ids }: { ids: readonly string[] }) {
  const badges = useBadges().data
  return ids.map((id) => {
    const badge = badges?.find((one) => one.id === id)
    return (
      badge && (
        <span key={id} title={badge.name} className="rewards:flex-none rewards:text-points">
          <BadgeIcon icon={badge.icon} size={18} />
          <span className="g-visually-hidden">{badge.name}</span>
        </span>
      )
    )
  })
}
