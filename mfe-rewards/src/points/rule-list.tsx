import type { PointsRules } from '@griot/contracts/points'

/** The rules as numbers and words, from what the ledger itself pays by. */
const rulesAsText = (rules: PointsRules) => [
  { points: `+${rules.perStart}`, action: 'Start an episode', note: 'Once per episode.' },
  {
    points: `+${rules.perMinute}`,
    action: 'Listen for a minute',
    note: 'Every whole minute, up to the length of the episode.',
  },
  {
    points: `+${rules.completion.points}`,
    action: 'Finish an episode',
    note: `Reach ${rules.completion.positionPercent}% of it, and really listen: jumping to the end does not count.`,
  },
  {
    points: `+${rules.weekly.points}`,
    action: `Finish ${rules.weekly.episodes} episodes in a week`,
    note: 'Once a week, Monday to Sunday (UTC).',
  },
  {
    points: `${rules.tip.pointsPerDollar}×`,
    action: 'Tip a creator',
    note: `${rules.tip.pointsPerDollar} points for every dollar, up to ${rules.tip.dailyPointsCap} points a day.`,
  },
]

export function RuleList({ rules, withNotes }: { rules: PointsRules; withNotes: boolean }) {
  return (
    <ul
      data-notes={withNotes}
      className="rewards:grid rewards:gap-x-8 rewards:gap-y-4 rewards:sm:grid-cols-2 rewards:lg:grid-cols-1 rewards:lg:data-[notes=true]:grid-cols-3"
    >
      {rulesAsText(rules).map(({ points, action, note }) => (
        <li key={action} className="rewards:flex rewards:items-baseline rewards:gap-3">
          <strong className="rewards:w-12 rewards:flex-none rewards:font-display rewards:text-2xl rewards:font-extrabold rewards:text-points rewards:tabular-nums">
            {points}
          </strong>
          <span>
            <span className="rewards:font-semibold">{action}</span>
            {withNotes && <span className="rewards:block rewards:text-sm rewards:text-muted">{note}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
