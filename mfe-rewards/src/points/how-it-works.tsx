import type { PointsRules } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatNumber } from '@griot/ui/format'
import { Skeleton } from '@griot/ui/skeleton'
import { usePoints, useRules } from '../api.ts'
import { Failed } from '../failed.tsx'
import { Perks } from '../level/perks.tsx'
import { Section } from '../section.tsx'
import { RuleList } from './rule-list.tsx'

export function HowItWorks() {
  const rules = useRules()

  if (rules.isPending) {
    return (
      <>
        <p className="g-visually-hidden">Loading the rules</p>
        <Outline />
      </>
    )
  }
  if (rules.isError) {
    return <Failed what="the rules" missing={<Outline />} />
  }
  return (
    <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
      <Section title="Earning points">
        <RuleList rules={rules.data} withNotes />
      </Section>
      <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2">
        <Section title="Levels">
          <LevelTable rules={rules.data} />
        </Section>
        <Perks />
      </div>
    </div>
  )
}

function Outline() {
  return (
    <div className="rewards:grid rewards:gap-4">
      <Skeleton height="19rem" />
      <Skeleton height="19rem" />
    </div>
  )
}

// Two columns, or one below the other when the text is so large that they would not fit.
const LEVEL = 'rewards:grid rewards:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] rewards:gap-x-3'

function LevelTable({ rules }: { rules: PointsRules }) {
  const points = usePoints()
  const { names, step } = rules.levels
  return (
    <>
      <p className="rewards:mb-4 rewards:text-muted">Every {step} points are a level. There is no last one.</p>
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
