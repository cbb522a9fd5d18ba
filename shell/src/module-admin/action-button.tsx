import { Button } from '@griot/ui/button'
import type { Action } from './actions.tsx'

/** Its accessible name continues with the title of its dialog, so that equal buttons differ. */
export function ActionButton({ action, onAct }: { action: Action; onAct: (action: Action) => void }) {
  return (
    <Button look="secondary" size="small" aria-label={`${action.label}: ${action.title}`} onClick={() => onAct(action)}>
      {action.label}
    </Button>
  )
}
