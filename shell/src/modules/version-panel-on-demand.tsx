import { may } from '@griot/contracts/permissions'
import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useEffect, useState } from 'react'

const loadPanel = async () => (await import(/* webpackChunkName: "version-panel" */ './version-panel.tsx')).VersionPanel

/** Alt+Shift+M loads and opens the panel of modules. */
export function VersionPanelOnDemand({ user }: { user: User | null }) {
  const [isOpen, setOpen] = useState(false)
  const Panel = useOnDemand(loadPanel, isOpen)

  useEffect(() => {
    // The code, not the key: with Alt some keyboard layouts produce another letter.
    const handleKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyM' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      setOpen((wasOpen) => !wasOpen)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return Panel ? <Panel open={isOpen} onClose={() => setOpen(false)} mayManage={may(user, 'modules.manage')} /> : null
}
