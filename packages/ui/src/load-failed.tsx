import { isSignInTooOld } from '@griot/contracts/errors'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Button } from './button.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useOnline } from './use-online.ts'

interface LoadFailedProps {
  /** As in "We could not load …": "your points", "this episode". */
  what: string
  onRetry: () => void
  error?: unknown
}

export function LoadFailed({ what, onRetry, error }: LoadFailedProps) {
  const isOnline = useOnline()
  if (isSignInTooOld(error)) return <SignInAgain />
  // The page has one notice for all of its parts, and loads them when the connection returns.
  if (!isOnline) return <p className="g-load-later">We will load {what} when you are back online.</p>
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
