import './modules/watch-commits.ts'
import './styles.css'
import { StrictMode } from 'react'
import { keepToOneUser } from './auth/one-user.ts'
import { createSession } from './auth/session.ts'
import { prefetchLanding, SignedOut } from './landing/signed-out.tsx'
import { PageFailed } from './layout/whole-page.tsx'
import { createPageRoot } from './page-root.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { applyTheme } from './theme.ts'

applyTheme()
// The Content-Security-Policy forbids eval. Without this a module's zod would try it once, and each try is reported.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const session = createSession()

const root = createPageRoot('root')

let hasStarted = false
const startSignedIn = async () => {
  if (hasStarted) return
  hasStarted = true
  try {
    const signedIn = await import(/* webpackChunkName: "signed-in" */ './signed-in.tsx')
    signedIn.startSignedIn(session, sessionLoaded, { page: root, player: createPageRoot('player') })
  } catch (error) {
    hasStarted = false
    console.error('the page did not load', error)
    root.render(<PageFailed onRetry={() => void startSignedIn()} />)
  }
}

const renderSignedOut = () =>
  root.render(
    <StrictMode>
      <SignedOut session={session} />
    </StrictMode>,
  )

prefetchLanding(session)
registerServiceWorker()
keepToOneUser(session)
const sessionLoaded = session.load()
// The gateway adds the script of the signed-in page if the request has a session cookie. It also renders a signed-out page.
if (document.querySelector('script[data-shell]')) void startSignedIn()
else renderSignedOut()
session.state.subscribe(() => {
  if (session.state.get().status === 'signedIn') void startSignedIn()
})
