import { useStore } from '@griot/shell-sdk/react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { SignInLink } from './auth/account-link.tsx'
import type { SessionStore } from './auth/session.ts'
import { SignedOut } from './landing/signed-out.tsx'
import { Frame } from './layout/frame.tsx'

interface AppProps {
  session: SessionStore
  /** The routes of the modules. */
  children: ReactNode
}

export function App({ session, children }: AppProps) {
  const state = useStore(session.state)
  const { pathname } = useLocation()

  if (state.status !== 'signedIn' && state.status !== 'ended') return <SignedOut session={session} />
  if (pathname === '/home') return <Navigate to="/" replace />

  const hasEnded = state.status === 'ended'
  return (
    <Frame user={hasEnded ? null : state.user}>
      {hasEnded && <SessionEnded />}
      {children}
    </Frame>
  )
}

/** Shown when the session ends while the page is open. The page stays usable. */
function SessionEnded() {
  return (
    <div className="session-ended" role="alert">
      <div>
        <p className="font-display text-lg font-bold">Your session has ended</p>
        <p className="text-muted">Sign in again to continue on this page.</p>
      </div>
      <SignInLink />
    </div>
  )
}
