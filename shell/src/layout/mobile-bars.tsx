import type { User } from '@griot/contracts/user'
import { clsx } from 'clsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { AccountLink } from '../auth/account-link.tsx'
import { Brand } from './brand.tsx'
import { useDestinations } from './destinations.ts'
import { MenuLink } from './menu-link.tsx'
import { PointsChip } from './points-meter.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function TopBar({ user }: { user: User | null }) {
  return (
    <header className="top-bar">
      <Link to="/">
        <Brand />
      </Link>
      {user && <PointsChip user={user} />}
    </header>
  )
}

export function BottomBar({ user }: { user: User | null }) {
  const location = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const moreButton = useRef<HTMLButtonElement>(null)
  // Going anywhere closes it: it was opened on another page.
  const isOpen = openedAt === location.key
  const destinations = useDestinations()
  const onBar = destinations.filter((entry) => entry.isOnBottomBar)
  const inMore = destinations.filter((entry) => !entry.isOnBottomBar)
  const isInMore = inMore.some(({ to }) => location.pathname.startsWith(to))

  useEffect(() => {
    if (!isOpen) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenedAt(null)
      moreButton.current?.focus()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOpen])

  return (
    <>
      {isOpen && <div className="more-scrim" aria-hidden="true" onClick={() => setOpenedAt(null)} />}
      <nav className="bottom-bar" aria-label="Main">
        <div id="more-sheet" className="more-sheet" hidden={!isOpen}>
          <ul className="grid gap-1">
            {inMore.map((entry) => (
              <li key={entry.to}>
                <MenuLink entry={entry} className="sidebar-link" />
              </li>
            ))}
          </ul>
          <div className="more-account">
            {user && (
              <span className="min-w-0 truncate font-semibold">
                {user.firstName} {user.lastName}
              </span>
            )}
            <AccountLink user={user} />
            <ThemeSwitch />
          </div>
        </div>
        <ul className="bottom-links">
          {onBar.map((entry) => (
            <li key={entry.to}>
              <MenuLink entry={entry} className="bottom-link" />
            </li>
          ))}
          <li>
            <button
              ref={moreButton}
              type="button"
              className={clsx('bottom-link', isInMore && 'active')}
              aria-expanded={isOpen}
              aria-controls="more-sheet"
              onClick={() => setOpenedAt(isOpen ? null : location.key)}
            >
              <Ellipsis aria-hidden="true" />
              More
            </button>
          </li>
        </ul>
      </nav>
    </>
  )
}
