import { buttonLook } from '@griot/ui/button'
import LogIn from 'lucide-react/icons/log-in'
import { useLocation } from 'react-router-dom'
import { signInPath } from './sign-in.ts'

/** The session ended while the page was open: the page stays as it is, this offers the way back to the same place. */
export function SessionEnded() {
  const location = useLocation()
  return (
    <div className="session-ended" role="alert">
      <div>
        <p className="font-display text-lg font-bold">Your session has ended</p>
        <p className="text-muted">Sign in again and you will be right back here.</p>
      </div>
      <a href={signInPath(location)} {...buttonLook({ size: 'small' })}>
        <LogIn aria-hidden="true" />
        Sign In
      </a>
    </div>
  )
}
