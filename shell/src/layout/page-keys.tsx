import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { SEARCH_REQUEST } from '@griot/shell-sdk/search-request'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasOwnKeys } from '../keys.ts'
import { VersionPanelOnDemand } from '../modules/version-panel-on-demand.tsx'
import { createPreferences } from '../player/preferences.ts'
import type { ShortcutListProps } from './shortcut-list.tsx'

const DISCOVER = '/discover'

const loadList = async () => (await import('./shortcut-list.tsx')).ShortcutList

export interface PageKeysProps {
  user: User | null
}

/**
 * "/" opens the search and "?" the list of shortcuts, except in fields and if the listener has turned shortcuts off. Alt+Shift+M
 * opens the panel of module versions.
 */
export function PageKeys({ user }: PageKeysProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [isListOpen, setListOpen] = useState(false)
  const List = useOnDemand<ShortcutListProps>(loadList, isListOpen, () => setListOpen(false))

  useEffect(() => {
    const openSearch = () => {
      const isOpen = pathname === DISCOVER
      navigate(isOpen ? DISCOVER + search : DISCOVER, { replace: isOpen, state: SEARCH_REQUEST })
    }
    const handleKey = (event: KeyboardEvent) => {
      const action = { '/': openSearch, '?': () => setListOpen(true) }[event.key]
      if (!action || event.defaultPrevented || event.isComposing) return
      if (event.ctrlKey || event.altKey || event.metaKey || hasOwnKeys(event.target)) return
      if (!createPreferences().state.get().shortcuts) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [navigate, pathname, search])

  return (
    <>
      {List && <List open={isListOpen} onClose={() => setListOpen(false)} />}
      <VersionPanelOnDemand user={user} />
    </>
  )
}
