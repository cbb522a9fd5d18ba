import type { PointsRules } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatNumber } from '@griot/ui/format'
import { Panel } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { usePoints, useRules } from '../api.ts'
import { Perks } from '../level.tsx'
import { Loaded } from '../loaded.tsx'
import { OwnShows } from '../own-shows.tsx'

export function HowItWorks() {
  const outline = (
    <div className="rewards:grid rewards:gap-4">
      <Skeleton height="19rem" count={2} />
    </div>
  )
  return (
    <Loaded query={useRules()} what="the rules" skeleton={outline}>
      {(rules) => (
        <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
          <Panel title="Earning points">
            <RuleList rules={rules} withNotes />
          </Panel>
          <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2">
            <Panel title="Levels">
              <LevelTable rules={rules} />
            </Panel>
            <Perks />
          </div>
        </div>
      )}
    </Loaded>
  )
}

// Two columns; one if the text is so large that two do not fit.
const LEVEL = 'rewards:grid rewards:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] rewards:gap-x-3'

function LevelTable({ rules }: { rules: PointsRules }) {
  const points = usePoints()
  const { names, step } = rules.levels
  return (
    <>
      <p className="rewards:mb-4 rewards:text-muted">Every {step} points are a level. There is no highest level.</p>
      <table className="rewards:w-full rewards:border-collapse rewards:text-start">
        <thead className="rewards:text-sm rewards:text-muted">
          <tr className={`${LEVEL} rewards:pb-2 rewards:[&>th]:text-start rewards:[&>th]:font-semibold`}>
            <th scope="col">Name</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {names.map(({ name, from }, at) => {
            const next = names[at + 1]
            return (
              <tr
                key={name}
                className={`${LEVEL} rewards:border-t rewards:border-line rewards:py-3 rewards:[&>*]:text-start`}
              >
                <th scope="row" className="rewards:font-semibold">
                  {name} {points.data?.levelName === name && <Badge tone="points">You</Badge>}
                </th>
                <td className="rewards:tabular-nums">
                  {next ? `${formatNumber(from)}–${formatNumber(next.from - 1)}` : `${formatNumber(from)} and above`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** How points are earned. Numbers and sentences come from the service that credits them. */
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
