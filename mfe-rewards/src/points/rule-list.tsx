import type { PointsRules } from '@griot/contracts/points'

/** What brings points, in the words of the ledger's own service: they cannot say anything else than it pays. */
export function RuleList({ rules, withNotes }: { rules: PointsRules; withNotes: boolean }) {
  return (
    <>
      <ul
        data-notes={withNotes}
        className="rewards:grid rewards:gap-x-8 rewards:gap-y-4 rewards:sm:grid-cols-2 rewards:lg:grid-cols-1 rewards:lg:data-[notes=true]:grid-cols-3"
      >
        {rules.earning.map(({ worth, action, condition }) => (
          <li key={action} className="rewards:flex rewards:items-baseline rewards:gap-3">
            <strong className="rewards:w-12 rewards:flex-none rewards:font-display rewards:text-2xl rewards:font-extrabold rewards:text-points rewards:tabular-nums">
              {worth}
            </strong>
            <span>
              <span className="rewards:font-semibold">{action}</span>
              {withNotes && <span className="rewards:block rewards:text-sm rewards:text-muted">{condition}</span>}
            </span>
          </li>
        ))}
      </ul>
      {withNotes && <OwnShows rules={rules} />}
    </>
  )
}

/** What somebody should know who listens to a show of their own. */
export function OwnShows({ rules: { ownShows } }: { rules: PointsRules }) {
  return ownShows ? <p className="rewards:mt-5 rewards:text-sm rewards:text-muted">{ownShows.sentence}</p> : null
}
