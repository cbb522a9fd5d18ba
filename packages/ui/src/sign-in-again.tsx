import { signInAgainPath } from '@griot/contracts/user'
import LogIn from 'lucide-react/icons/log-in'
import { buttonLook } from './button.tsx'

/** For an action that the server refused because the last sign-in is too old. The sign-in returns to this page. */
export function SignInAgain() {
  return (
    <div className="g-load-failed" role="alert">
      <p className="g-load-failed-text">To keep your account safe, please sign in again before you continue.</p>
      <a href={signInAgainPath(window.location)} {...buttonLook({ look: 'secondary', size: 'small' })}>
        <LogIn aria-hidden="true" />
        Sign In Again
      </a>
    </div>
  )
}
