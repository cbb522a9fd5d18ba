import type { User } from '@griot/contracts/user'
import { clsx } from 'clsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { AccountLink } from '../auth/account-link.tsx'
import { Brand } from './brand.tsx'
import { useDestinations } from './destinations.ts'
import { NAVIGATION } from './navigation.ts'
import { PointsChip } from './points-meter.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const ON_BAR = NAVIGATION.filter((entry) => entry.isOnBottomBar)

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
  const inMore = useDestinations().filter((entry) => !entry.isOnBottomBar)
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
            {inMore.map(({ to, label, Icon }) => (
              <li key={to}>
                <NavLink to={to} className="sidebar-link">
                  <Icon aria-hidden="true" />
                  {label}
                </NavLink>
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
          {ON_BAR.map(({ to, label, Icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} className="bottom-link">
                <Icon aria-hidden="true" />
                {label}
              </NavLink>
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
