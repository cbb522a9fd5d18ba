import Headphones from 'lucide-react/icons/headphones'
import { Badge } from '../../src/badge.tsx'
import { Button } from '../../src/button.tsx'
import { EmptyState } from '../../src/empty-state.tsx'
import { LevelPanel } from '../../src/level-panel.tsx'
import { LoadFailed } from '../../src/load-failed.tsx'
import { Progress } from '../../src/progress.tsx'
import { QueryStates } from '../../src/query-states.tsx'
import { SignInAgain } from '../../src/sign-in-again.tsx'
import { Skeleton } from '../../src/skeleton.tsx'
import { Spinner } from '../../src/spinner.tsx'
import { type Specimen, State } from '../specimen.tsx'

const Progresses = () => (
  <div className="column">
    {(['teal', 'points', 'action'] as const).map((tone, at) => (
      <State key={tone} name={tone}>
        <Progress label={`Progress in ${tone}`} value={30 + at * 25} tone={tone} />
      </State>
    ))}
    <Progress label="Nothing yet" value={0} />
    <Progress label="All of it" value={100} />
  </div>
)

const Skeletons = () => (
  <div className="column">
    <div className="covers">
      <Skeleton shape="cover" count={2} />
    </div>
    <div className="row">
      <Skeleton shape="round" width="3rem" height="3rem" />
      <Skeleton width="12rem" />
    </div>
    <Skeleton height="3rem" />
  </div>
)

const EmptyStates = () => (
  <div className="column">
    <EmptyState
      title="No listening history yet"
      icon={<Headphones />}
      action={<Button look="secondary">Discover episodes</Button>}
    >
      Start an episode, and your place in it is kept here.
    </EmptyState>
    <EmptyState title="No episodes available yet." />
  </div>
)

const queries = {
  loading: { data: undefined, isError: false },
  failed: { data: undefined, isError: true },
  empty: { data: [] as string[], isError: false },
  full: { data: ['First episode', 'Second episode'], isError: false },
}

const AllQueryStates = () => (
  <div className="column">
    {Object.entries(queries).map(([name, query]) => (
      <State key={name} name={name}>
        <QueryStates
          query={query}
          what="the episodes"
          skeleton={<Skeleton height="3rem" />}
          empty={<EmptyState title="No episodes available yet." />}
        >
          {(episodes: readonly string[]) => <p>{episodes.join(', ')}</p>}
        </QueryStates>
      </State>
    ))}
  </div>
)

const LEVEL = { totalPoints: 1237, level: 13, levelName: 'Audio Mogul', pointsToNextLevel: 63 }

const LevelPanels = () => (
  <div className="column">
    <LevelPanel
      query={{ data: LEVEL, isError: false }}
      label="A level"
      term="Total Points"
      step={100}
      aside={<Badge tone="points">Elite Status</Badge>}
      end={<a href="#LevelPanel">How points work</a>}
    />
    <LevelPanel query={queries.loading} label="A level that loads" term="Total Points" step={100} />
    <LevelPanel query={queries.failed} label="A level that did not load" term="Total Points" step={100} />
  </div>
)

export const feedback: readonly Specimen[] = [
  { name: 'Progress', description: 'Progress as a share.', Show: Progresses },
  {
    name: 'Spinner',
    description: 'An animation. Text next to it says what is loading.',
    Show: () => (
      <p className="row">
        <Spinner /> Loading Griot...
      </p>
    ),
  },
  { name: 'Skeleton', description: 'A placeholder with the size of the content.', Show: Skeletons },
  { name: 'EmptyState', description: 'Tells the user what to do next.', Show: EmptyStates },
  {
    name: 'LoadFailed',
    description: 'Names what failed, and offers Retry.',
    Show: () => <LoadFailed what="your points" onRetry={() => undefined} />,
  },
  {
    name: 'SignInAgain',
    description: 'For an action that requires a recent sign-in.',
    Show: SignInAgain,
  },
  {
    name: 'QueryStates',
    description: 'A query while it loads, after a failure, empty and full.',
    Show: AllQueryStates,
  },
  { name: 'LevelPanel', description: 'Points, the level, and the progress to the next one.', Show: LevelPanels },
]
