import type { QueueOverview, QueueState } from '@griot/contracts/queue'
import { Badge } from '@griot/ui/badge'
import { Spinner } from '@griot/ui/spinner'

const STATES: readonly QueueState[] = ['waiting', 'active', 'retrying', 'failed', 'ready']

const LABELS: Record<QueueState, string> = {
  waiting: 'Waiting',
  active: 'Active',
  retrying: 'Retrying',
  failed: 'Failed',
  ready: 'Ready',
}

const TONES = { waiting: 'plain', active: 'plain', retrying: 'points', failed: 'danger', ready: 'teal' } as const

export function StateBadge({ state }: { state: QueueState }) {
  return (
    <Badge tone={TONES[state]}>
      {state === 'active' && <Spinner />}
      {LABELS[state]}
    </Badge>
  )
}

interface StateFilterProps {
  counts: QueueOverview['counts']
  /** Null for all that is not ready. */
  chosen: QueueState | null
  onChoose: (state: QueueState | null) => void
}

/** How many files are in each state; choosing one shows only those. */
export function StateFilter({ counts, chosen, onChoose }: StateFilterProps) {
  return (
    <fieldset aria-label="Show files by state" className="studio:flex studio:flex-wrap studio:gap-2">
      {STATES.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? null : state)}
          className="studio:flex-1 studio:basis-22 studio:rounded-m studio:border studio:border-line studio:bg-surface studio:px-3 studio:py-2 studio:text-start studio:hover:bg-raised studio:aria-pressed:border-ink studio:aria-pressed:bg-raised"
        >
          <span className="studio:block studio:font-display studio:text-2xl studio:font-bold studio:tabular-nums">
            {counts[state]}
          </span>{' '}
          <span className="studio:block studio:text-sm studio:text-muted">
            {state === 'ready' ? 'Ready today' : LABELS[state]}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
