import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { clsx } from 'clsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useCallback, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { PointsChip } from '../points/points-meter.tsx'
import { shellElement } from '../shell-elements.ts'
import { Brand } from './brand.tsx'
import { MenuLinks, useMenu } from './menu.tsx'
import type { MoreSheetProps } from './more-sheet.tsx'

export function TopBar({ user }: { user: User | null }) {
  return (
    <header ref={shellElement} className="top-bar">
      <Link to="/">
        <Brand />
      </Link>
      {user && <PointsChip user={user} />}
    </header>
  )
}

const loadMoreSheet = async () => (await import(/* webpackChunkName: "after-paint" */ './more-sheet.tsx')).MoreSheet

export function BottomBar({ user }: { user: User | null }) {
  const location = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const moreButton = useRef<HTMLButtonElement>(null)
  // Navigation closes the sheet: it was opened at another location.
  const isOpen = openedAt === location.key
  const menu = useMenu()
  const inMore = menu.filter((entry) => !entry.isOnBottomBar)
  // A press retries if the first request failed.
  const MoreSheet = useOnDemand<MoreSheetProps>(loadMoreSheet, openedAt ?? true)
  const handleLeave = useCallback(() => setOpenedAt(null), [])
  const handleClose = useCallback(() => {
    setOpenedAt(null)
    moreButton.current?.focus()
  }, [])

  return (
    <nav className="bottom-bar" aria-label="Main">
      {isOpen && MoreSheet && <MoreSheet user={user} entries={inMore} onClose={handleClose} onLeave={handleLeave} />}
      <ul ref={shellElement} className="bottom-links">
        <MenuLinks entries={menu.filter((entry) => entry.isOnBottomBar)} className="bottom-link" user={user} />
        <li>
          <button
            ref={moreButton}
            type="button"
            className={clsx('bottom-link', inMore.some(({ to }) => location.pathname.startsWith(to)) && 'active')}
            aria-expanded={isOpen}
            aria-controls={isOpen ? 'more-sheet' : undefined}
            onClick={() => setOpenedAt(isOpen ? null : location.key)}
          >
            <Ellipsis aria-hidden="true" />
            More
          </button>
        </li>
      </ul>
    </nav>
  )
}
