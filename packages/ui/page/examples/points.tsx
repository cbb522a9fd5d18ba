import { Badge } from '../../src/badge.tsx'
import { InPlaceOf } from '../../src/in-place-of.tsx'
import { LevelPanel, LevelPanelFailed, LevelPanelSkeleton } from '../../src/level-panel.tsx'
import { LoadFailed } from '../../src/load-failed.tsx'
import type { Specimen } from '../specimen.tsx'

const LevelPanels = () => (
  <LevelPanel
    label="A level"
    term="Total Points"
    total={1237}
    level={13}
    levelName="Audio Mogul"
    step={100}
    pointsToNextLevel={63}
    aside={<Badge tone="points">Elite Status</Badge>}
    end={<a href="#LevelPanel">How points work</a>}
  />
)

const InPlace = () => (
  <InPlaceOf missing={<p style={{ fontSize: '4rem' }}>As large as this</p>}>
    <LoadFailed what="the number" onRetry={() => undefined} />
  </InPlaceOf>
)

export const points: readonly Specimen[] = [
  { name: 'LevelPanel', says: 'Points, the level they make, and how far the next one is.', Show: LevelPanels },
  { name: 'LevelPanelSkeleton', says: 'The same while it waits.', Show: LevelPanelSkeleton },
  {
    name: 'LevelPanelFailed',
    says: 'The same when it failed.',
    Show: () => <LevelPanelFailed onRetry={() => undefined} />,
  },
  { name: 'InPlaceOf', says: 'In the room of what is missing: nothing around it moves.', Show: InPlace },
]
