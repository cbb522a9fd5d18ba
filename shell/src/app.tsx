import { useStore } from '@griot/shell-sdk/react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { SessionStore } from './auth/session.ts'
import { SessionEnded } from './auth/session-ended.tsx'
import { SessionFailed } from './auth/session-failed.tsx'
import { LandingOnDemand } from './landing/landing-on-demand.tsx'
import { Frame } from './layout/frame.tsx'
import { Loading } from './layout/loading.tsx'

interface AppProps {
  session: SessionStore
  /** The routes of the modules. */
  children: ReactNode
}

/** What a person sees, by whether they are signed in. */
export function App({ session, children }: AppProps) {
  const state = useStore(session.state)
  const { pathname } = useLocation()

  if (state.status === 'loading') return <Loading />
  if (state.status === 'failed') return <SessionFailed onRetry={() => void session.load()} />
  if (state.status === 'signedOut') return <LandingOnDemand />
  if (pathname === '/home') return <Navigate to="/" replace />

  const hasEnded = state.status === 'ended'
  return (
    <Frame user={hasEnded ? null : state.user}>
      {hasEnded && <SessionEnded />}
      {children}
    </Frame>
  )
}
