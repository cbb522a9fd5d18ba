import { useStore } from '@griot/shell-sdk/react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { SessionStore } from './auth/session.ts'
import { SessionEnded } from './auth/session-ended.tsx'
import { Entrance } from './entrance.tsx'
import { Frame } from './layout/frame.tsx'

interface AppProps {
  session: SessionStore
  /** The routes of the modules. */
  children: ReactNode
}

/** What a person sees, by whether they are signed in. */
export function App({ session, children }: AppProps) {
  const state = useStore(session.state)
  const { pathname } = useLocation()

  if (state.status !== 'signedIn' && state.status !== 'ended') return <Entrance session={session} />
  if (pathname === '/home') return <Navigate to="/" replace />

  const hasEnded = state.status === 'ended'
  return (
    <Frame user={hasEnded ? null : state.user}>
      {hasEnded && <SessionEnded />}
      {children}
    </Frame>
  )
}
