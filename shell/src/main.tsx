import './styles.css'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { keepToOnePerson } from './auth/one-person.ts'
import { createSession } from './auth/session.ts'
import { SessionFailed } from './auth/session-failed.tsx'
import { tellCaught } from './caught-errors.ts'
import { Entrance } from './entrance.tsx'
import { fetchLandingBeside } from './landing/landing-on-demand.tsx'
import { applyTheme } from './theme.ts'

applyTheme()
// The page's policy forbids to make code of text. A module's zod would try it once, and each try is reported.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const session = createSession()

const roots = new Map<string, Root>()
const rootOf = (id: string) => {
  const known = roots.get(id)
  if (known) return known
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  const root = createRoot(element, { onCaughtError: tellCaught })
  roots.set(id, root)
  return root
}

let isOpen = false
const openHouse = async () => {
  if (isOpen) return
  isOpen = true
  try {
    const house = await import(/* webpackChunkName: "house" */ './house.tsx')
    house.openHouse(session, person, rootOf)
  } catch (error) {
    isOpen = false
    console.error('the page did not load', error)
    rootOf('root').render(<SessionFailed onRetry={() => void openHouse()} />)
  }
}

const showEntrance = () =>
  rootOf('root').render(
    <StrictMode>
      <BrowserRouter>
        <Entrance session={session} />
      </BrowserRouter>
    </StrictMode>,
  )

fetchLandingBeside(session)
keepToOnePerson(session)
const person = session.load()
// The gateway brings the house along for those whom it believes to be signed in, and with what a visitor is to be shown.
if (document.querySelector('script[data-shell]')) void openHouse()
else showEntrance()
session.state.subscribe(() => {
  if (session.state.get().status === 'signedIn') void openHouse()
})
