import type { PointsRules } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatNumber } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { usePoints, useRules } from '../api.ts'
import { Section } from '../section.tsx'
import { RuleList } from './rule-list.tsx'

export function HowItWorks() {
  const rules = useRules()

  if (rules.isPending) {
    return (
      <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
        <p className="g-visually-hidden">Loading the rules</p>
        <Skeleton height="16rem" />
        <Skeleton height="14rem" />
      </div>
    )
  }
  if (rules.isError) return <LoadFailed what="the rules" onRetry={rules.refetch} />
  return (
    <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
      <Section title="Earning points">
        <RuleList rules={rules.data} withNotes />
      </Section>
      <Section title="Levels">
        <LevelTable rules={rules.data} />
      </Section>
    </div>
  )
}

function LevelTable({ rules }: { rules: PointsRules }) {
  const points = usePoints()
  const { names, step } = rules.levels
  return (
    <>
      <p className="rewards:mb-4 rewards:text-muted">Every {step} points are a level. There is no last one.</p>
      <table className="rewards:w-full rewards:border-collapse rewards:text-start">
        <thead className="rewards:text-sm rewards:text-muted">
          <tr className="rewards:[&>th]:pb-2 rewards:[&>th]:text-start rewards:[&>th]:font-semibold">
            <th scope="col">Name</th>
            <th scope="col">Points</th>
            <th scope="col">Perk</th>
          </tr>
        </thead>
        <tbody>
          {names.map(({ name, from, perk }, at) => {
            const next = names[at + 1]
            return (
              <tr
                key={name}
                className="rewards:border-t rewards:border-line rewards:[&>*]:py-3 rewards:[&>*]:pe-3 rewards:[&>*]:text-start rewards:[&>*]:align-top"
              >
                <th scope="row" className="rewards:font-semibold">
                  {name}{' '}
                  {points.data?.levelName === name && (
                    <span className="rewards:inline-block">
                      <Badge tone="points">You</Badge>
                    </span>
                  )}
                </th>
                <td className="rewards:tabular-nums">
                  {next ? (
                    <span className="rewards:whitespace-nowrap">
                      {formatNumber(from)}–{formatNumber(next.from - 1)}
                    </span>
                  ) : (
                    `${formatNumber(from)} and above`
                  )}
                </td>
                <td>
                  {perk && (
                    <>
                      <span className="rewards:font-semibold rewards:wrap-anywhere">{perk.name}</span>{' '}
                      <span className="rewards:block rewards:text-sm rewards:text-muted">{perk.sentence}</span>
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
