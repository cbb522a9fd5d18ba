import { LEVEL_STEP } from '@griot/contracts/points'
import { Badge } from '@griot/ui/badge'
import { formatPoints } from '@griot/ui/format'
import { LevelPanel as UserLevel } from '@griot/ui/level-panel'
import { Row } from '@griot/ui/row-list'
import { Panel } from '@griot/ui/section'
import type { ReactNode } from 'react'
import { usePoints, useRules } from './api.ts'
import { LoadedRows, useRetry } from './loaded.tsx'

export function LevelPanel({ aside }: { aside?: ReactNode }) {
  const points = usePoints()
  const left = points.data && <span>{formatPoints(points.data.pointsToNextLevel)} to go</span>
  const name = 'Total Points'
  return (
    <UserLevel
      query={points}
      onRetry={useRetry()}
      label={name}
      term={name}
      step={LEVEL_STEP}
      aside={aside}
      end={left}
    />
  )
}

/** The perk of each level name, and the points that it needs. */
export function Perks() {
  const { data: rules, isError, refetch } = useRules()
  const points = usePoints()
  return (
    <Panel title="Level Perks">
      <LoadedRows query={{ data: rules?.levels.names, isError, refetch }} what="the perks" rows={3}>
        {({ name, from, perk }) =>
          perk && (
            <Row
              key={perk.id}
              title={perk.name}
              facts={`${perk.sentence} ${name}, from ${formatPoints(from)}.`}
              end={points.data && points.data.totalPoints >= from && <Badge tone="points">Yours</Badge>}
            />
          )
        }
      </LoadedRows>
    </Panel>
  )
}
