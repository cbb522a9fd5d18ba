import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { isSearchRequest } from '@griot/shell-sdk/search-request'
import { useOnline } from '@griot/ui/use-online'
import WifiOff from 'lucide-react/icons/wifi-off'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { BottomBar, TopBar } from './mobile-bars.tsx'
import type { PageKeysProps } from './page-keys.tsx'
import { useScrollPosition } from './scroll-position.ts'
import { Sidebar } from './sidebar.tsx'

/** `user` is null when the session ended while the page was open. */
export function Frame({ user, children }: { user: User | null; children: ReactNode }) {
  const main = useFocusOnNavigation()
  useScrollPosition()
  const PageKeys = useOnDemand<PageKeysProps>(loadPageKeys, true)
  return (
    <div className="frame">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <button type="button" className="skip-link skip-to-player" onClick={focusPlayer}>
        Skip to player
      </button>
      <TopBar user={user} />
      <Sidebar user={user} />
      <main id="main" ref={main} tabIndex={-1} className="frame-main">
        <ConnectionLost />
        {children}
      </main>
      <BottomBar user={user} />
      {PageKeys && <PageKeys user={user} />}
    </div>
  )
}

const focusPlayer = () => document.getElementById('player-bar')?.focus()

const loadPageKeys = async () => (await import(/* webpackChunkName: "after-paint" */ './page-keys.tsx')).PageKeys

/** Moves the focus to the start of each new page. The browser handles the first page. */
const useFocusOnNavigation = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname, state } = useLocation()
  const isSearch = isSearchRequest(state)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // The page focuses its search box.
    if (isSearch) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, isSearch])
  return main
}

function ConnectionLost() {
  const isOnline = useOnline()
  // Some screen readers announce a live region only if it exists before its text.
  return (
    <div role="status" className="connection">
      {!isOnline && (
        <p className="connection-lost">
          <WifiOff aria-hidden="true" />
          <span>You are offline. Loaded pages still work, and the rest loads when you are online again.</span>
        </p>
      )}
    </div>
  )
}
