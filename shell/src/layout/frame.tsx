import type { User } from '@griot/contracts/user'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { ConnectionLost } from './connection-lost.tsx'
import { BottomBar, TopBar } from './mobile-bars.tsx'
import { Sidebar } from './sidebar.tsx'

interface FrameProps {
  /** Null once the session has ended while the page was open. */
  user: User | null
  children: ReactNode
}

/** Navigation around the page. Everything a remote draws is inside `main`. */
export function Frame({ user, children }: FrameProps) {
  const main = useFocusOnNavigation()
  return (
    <div className="frame">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <TopBar user={user} />
      <Sidebar user={user} />
      <main id="main" ref={main} tabIndex={-1} className="frame-main">
        <ConnectionLost />
        {children}
      </main>
      <BottomBar user={user} />
    </div>
  )
}

/** A new page begins at its top, for the eyes and for a screen reader; the first one is left as the browser has it. */
const useFocusOnNavigation = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
