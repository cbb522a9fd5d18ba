import { useStore } from '@griot/shell-sdk/react'
import type { SessionStore } from './auth/session.ts'
import { SessionFailed } from './auth/session-failed.tsx'
import { LandingOnDemand } from './landing/landing-on-demand.tsx'
import { Loading } from './layout/loading.tsx'

/** What a person sees who is not known to be signed in. */
export function Entrance({ session }: { session: SessionStore }) {
  const { status } = useStore(session.state)
  if (status === 'failed') return <SessionFailed onRetry={() => void session.load()} />
  return status === 'signedOut' ? <LandingOnDemand /> : <Loading />
}
