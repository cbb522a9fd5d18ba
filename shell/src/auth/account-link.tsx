import { signInPath, type User } from '@griot/contracts/user'
import { buttonLook } from '@griot/ui/button'
import { ServerLink } from '@griot/ui/server-link'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import type { MouseEvent } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { SIGN_OUT_PATH, signOut } from './sign-out.ts'

/** Signs the user out; without a user, signs in and returns to this page. */
export function AccountLink({ user }: { user: User | null }) {
  return user ? <SignOutLink /> : <SignInLink />
}

export function SignInLink() {
  return (
    <ServerLink href={signInPath(useLocation())} {...buttonLook({ size: 'small' })}>
      <LogIn aria-hidden="true" />
      Sign In
    </ServerLink>
  )
}

function SignOutLink() {
  const handleClick = (event: MouseEvent) => {
    // The browser opens the link in another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void signOut()
  }
  return (
    <a href={SIGN_OUT_PATH} onClick={handleClick} {...buttonLook({ look: 'secondary', size: 'small' })}>
      <LogOut aria-hidden="true" />
      Sign Out
    </a>
  )
}

/** The name of the user, which leads to the account page. A link in a sheet replaces the history entry of the sheet. */
export function NameLink({ user, replace = false }: { user: User; replace?: boolean }) {
  return (
    <NavLink to="/account" replace={replace} className="sidebar-link">
      <CircleUserRound aria-hidden="true" />
      <span className="min-w-0 truncate">{`${user.firstName} ${user.lastName}`.trim() || user.email}</span>
      <span className="g-visually-hidden"> your account</span>
    </NavLink>
  )
}
