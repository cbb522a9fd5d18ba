import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useState } from 'react'
import type { SessionStore } from '../auth/session.ts'
import { SessionFailed } from '../auth/session-failed.tsx'
import { Loading } from '../layout/loading.tsx'
import { stored } from '../stored.ts'

const load = async () => (await import(/* webpackChunkName: "landing" */ './landing.tsx')).Landing

const signedInLately = stored('griot:signed-in', (value) => value === true || value === false)

/**
 * The landing page is no weight for those who are signed in: it is fetched for the others, and while we still ask who is
 * there unless this browser was signed in the last time, or the gateway believes that they are: it then preloads the answer.
 */
export const fetchLandingBeside = ({ state }: SessionStore) => {
  const isExpected = signedInLately.read() || document.querySelector('link[rel="preload"][as="fetch"]')
  if (!isExpected) load().catch(() => undefined)
  state.subscribe(() => {
    const { status } = state.get()
    if (status === 'signedIn' || status === 'signedOut') signedInLately.write(status === 'signedIn')
  })
}

export function LandingOnDemand() {
  const [hasFailed, setHasFailed] = useState(false)
  const Landing = useOnDemand(load, !hasFailed, () => setHasFailed(true))
  if (Landing) return <Landing />
  return hasFailed ? <SessionFailed onRetry={() => setHasFailed(false)} /> : <Loading />
}
