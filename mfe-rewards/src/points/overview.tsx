import type { LeaderboardEntry } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatDayTime, formatNumber } from '@griot/ui/format'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Panel } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { Stat } from '@griot/ui/stat'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Headphones from 'lucide-react/icons/headphones'
import { Link } from 'react-router-dom'
import { useBadges, useLeaderboard, usePoints, useRules } from '../api.ts'
import { BadgeIcon } from '../badges/badge-icon.tsx'
import { FullHistoryLink } from '../earned.tsx'
import { SessionRows } from '../history/history-rows.tsx'
import { LevelPanel } from '../level.tsx'
import { Loaded } from '../loaded.tsx'
import { RuleList } from './how-it-works.tsx'

export function Overview() {
  const points = usePoints()
  return (
    <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
      <LevelPanel />
      <dl className="rewards:grid rewards:grid-cols-[repeat(auto-fit,minmax(max(min(100%,9rem),34%),1fr))] rewards:gap-4">
        <Stat
          term="Weekly Points"
          icon={<CalendarDays />}
          note={points.data ? `Resets ${formatDayTime(points.data.weekEndsAt)}` : 'Resets on Monday'}
          value={points.data?.weeklyPoints}
          isFailed={points.isError}
        />
        <Stat
          term="Sessions"
          icon={<Headphones />}
          note="Times you listened"
          value={points.data?.sessions}
          isFailed={points.isError}
        />
      </dl>
      <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2">
        <RecentSessions />
        <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
          <Leaderboard />
          <Explainer />
        </div>
      </div>
    </div>
  )
}

function RecentSessions() {
  return (
    <Panel title="Recent Sessions" aside={<FullHistoryLink />}>
      <SessionRows
        what="your listening sessions"
        limit={5}
        empty={
          <p className="rewards:text-muted">
            No sessions yet.{' '}
            <Link to="/discover" className="rewards:font-semibold rewards:text-ink rewards:underline">
              Find an episode
            </Link>{' '}
            and press Listen. Starting an episode earns the first points.
          </p>
        }
      />
    </Panel>
  )
}

function Explainer() {
  return (
    <Panel title="How you earn" look="raised">
      {/* As tall as five rules and the sentence below. */}
      <Loaded query={useRules()} what="the rules" skeleton={<Skeleton height="15rem" />}>
        {(rules) => (
          <>
            <RuleList rules={rules} withNotes={false} />
            <p className="rewards:mt-5 rewards:text-sm rewards:text-muted">
              Up to {rules.perStart + rules.completion.points} bonus points per episode, plus {rules.perMinute} a
              minute.
            </p>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const LEADERS = 5

/** The top five, and the user's own rank below if it is lower. */
function Leaderboard() {
  return (
    <Panel title="Leaderboard">
      <Loaded
        query={useLeaderboard(LEADERS)}
        what="the leaderboard"
        skeleton={<RowListSkeleton rows={LEADERS} />}
        empty={<p className="rewards:text-muted">No listener has points yet.</p>}
      >
        {(entries) => (
          <ol className="rewards:divide-y rewards:divide-line">
            {entries.map((entry, at) => (
              <Entry key={entry.id} entry={entry} isSeparate={at >= LEADERS} />
            ))}
          </ol>
        )}
      </Loaded>
    </Panel>
  )
}

const nameOf = ({ displayName, user }: LeaderboardEntry) => displayName ?? user.email ?? 'Anonymous'

function Entry({ entry, isSeparate }: { entry: LeaderboardEntry; isSeparate: boolean }) {
  return (
    <li
      data-apart={isSeparate}
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

/** The badges that the user chose to show next to their name. */
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
