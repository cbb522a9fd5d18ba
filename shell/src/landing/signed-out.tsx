import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import { useState } from 'react'
import type { SessionStore } from '../auth/session.ts'
import { Loading, PageFailed } from '../layout/whole-page.tsx'
import { createStoredValue } from '../storage/stored-value.ts'

const load = async () => (await import(/* webpackChunkName: "landing" */ './landing.tsx')).Landing

const wasSignedIn = createStoredValue('griot:signed-in', (value) => value === true || value === false)

/**
 * Fetches the landing page while the session is loading, except where a session is likely: this browser was signed in on the
 * last visit, or the gateway preloads the user because the request had a session cookie.
 */
export const prefetchLanding = ({ state }: SessionStore) => {
  const isSessionLikely = wasSignedIn.read() || document.querySelector('link[rel="preload"][as="fetch"]')
  if (!isSessionLikely) load().catch(() => undefined)
  state.subscribe(() => {
    const { status } = state.get()
    if (status === 'signedIn' || status === 'signedOut') wasSignedIn.write(status === 'signedIn')
  })
}

function LandingOnDemand() {
  const [hasFailed, setHasFailed] = useState(false)
  const Landing = useOnDemand(load, !hasFailed, () => setHasFailed(true))
  if (Landing) return <Landing />
  return hasFailed ? <PageFailed onRetry={() => setHasFailed(false)} /> : <Loading />
}

/** The page while the session is loading, has failed to load, or does not exist. */
export function SignedOut({ session }: { session: SessionStore }) {
  const { status } = useStore(session.state)
  if (status === 'failed') return <PageFailed onRetry={() => void session.load()} />
  return status === 'signedOut' ? <LandingOnDemand /> : <Loading />
}
