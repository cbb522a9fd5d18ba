import type { User } from '@griot/contracts/user'
import { buttonLook } from '@griot/ui/button'
import LogIn from 'lucide-react/icons/log-in'
import { useLocation } from 'react-router-dom'
import { signInPath } from './sign-in.ts'
import { SignOutLink } from './sign-out-link.tsx'

/** Out for who is signed in; in again, and back to this place, for whose session has ended. */
export function AccountLink({ user }: { user: User | null }) {
  const location = useLocation()
  if (user) return <SignOutLink />
  return (
    <a href={signInPath(location)} {...buttonLook({ size: 'small' })}>
      <LogIn aria-hidden="true" />
      Sign In
    </a>
  )
}
