import Headphones from 'lucide-react/icons/headphones'
import { useState } from 'react'
import { Button } from '../../src/button.tsx'
import { EmptyState } from '../../src/empty-state.tsx'
import { LoadFailed } from '../../src/load-failed.tsx'
import { Progress } from '../../src/progress.tsx'
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
    <State name="nothing yet">
      <Progress label="Nothing yet" value={0} />
    </State>
    <State name="all of it">
      <Progress label="All of it" value={100} />
    </State>
  </div>
)

const Spinners = () => (
  <p className="row">
    <Spinner /> Loading Griot...
  </p>
)

const Skeletons = () => (
  <div className="column">
    <div className="covers">
      <Skeleton shape="cover" />
      <Skeleton shape="cover" />
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
      title="Nothing heard yet"
      icon={<Headphones />}
      action={<Button look="secondary">Find something to hear</Button>}
    >
      Start an episode, and your place in it is kept here.
    </EmptyState>
    <EmptyState title="No episodes available yet." />
  </div>
)

function LoadsFailed() {
  const [retries, setRetries] = useState(0)
  return (
    <div className="column">
      <LoadFailed what="your points" onRetry={() => setRetries(retries + 1)} />
      <p role="status">{retries > 0 && `Asked again: ${retries}`}</p>
    </div>
  )
}

export const feedback: readonly Specimen[] = [
  { name: 'Progress', says: 'How much of something is done.', Show: Progresses },
  { name: 'Spinner', says: 'Only the picture; the text beside it says what is being waited for.', Show: Spinners },
  { name: 'Skeleton', says: 'Stands where the content will stand, in its size.', Show: Skeletons },
  { name: 'EmptyState', says: 'Says what to do next.', Show: EmptyStates },
  { name: 'LoadFailed', says: 'Says what is missing, and tries again.', Show: LoadsFailed },
]
