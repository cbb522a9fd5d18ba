import type { User } from '@griot/contracts/user'
import { useOverlay } from '@griot/ui/overlay-history'
import { useSwipeDown } from '@griot/ui/use-swipe-down'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { AccountLink, NameLink } from '../auth/account-link.tsx'
import { type MenuEntry, MenuLinks } from './menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export interface MoreSheetProps {
  user: User | null
  entries: readonly MenuEntry[]
  /** Returns the focus. */
  onClose: () => void
  /** The focus is on an element that the scrim covers. */
  onLeave: () => void
}

/** The entries of the menu that have no place on the bottom bar. */
export function MoreSheet({ user, entries, onClose, onLeave }: MoreSheetProps) {
  useOverlay(true, onClose)
  const swipe = useSwipeDown(onClose)
  const sheet = useRef<HTMLDivElement>(null)
  // The sheet is before its button in the document: the next Tab would leave it.
  useEffect(() => sheet.current?.querySelector('a')?.focus(), [])
  useEffect(() => {
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('.bottom-bar, [role="dialog"]')) onLeave()
    }
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [onLeave])
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onClose])

  return (
    <>
      {createPortal(<div className="more-scrim" aria-hidden="true" onClick={onClose} />, document.body)}
      <div ref={sheet} id="more-sheet" className="more-sheet" {...swipe}>
        <ul className="grid gap-1">
          <MenuLinks entries={entries} className="sidebar-link" user={user} replace />
          {user && (
            <li>
              <NameLink user={user} replace />
            </li>
          )}
        </ul>
        <div className="more-account">
          <AccountLink user={user} />
          <ThemeSwitch />
        </div>
      </div>
    </>
  )
}
