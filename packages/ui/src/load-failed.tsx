import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Button } from './button.tsx'

interface LoadFailedProps {
  /** As in "We could not load …": "your points", "this episode". */
  what: string
  onRetry: () => void
}

export function LoadFailed({ what, onRetry }: LoadFailedProps) {
  return (
    <div className="g-load-failed" role="alert">
      <p className="g-load-failed-text">We could not load {what}. Please check your connection and try again.</p>
      <Button look="secondary" size="small" onClick={() => onRetry()}>
        <RotateCcw aria-hidden="true" />
        Retry
      </Button>
    </div>
  )
}
