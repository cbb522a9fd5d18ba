import { may } from '@griot/contracts/permissions'
import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import type { Store } from '@griot/shell-sdk/store'
import { useEffect, useState } from 'react'

const load = async () => (await import(/* webpackChunkName: "ribbon" */ './version-panel.tsx')).VersionPanel

/** Alt+Shift+M opens the panel of modules; nobody else fetches it. */
export function VersionPanelOnDemand({ user }: { user: Store<User | null> }) {
  const [isOpen, setOpen] = useState(false)
  const mayManage = may(useStore(user), 'modules.manage')
  const Panel = useOnDemand(load, isOpen)

  useEffect(() => {
    // By its place on the keyboard: with Alt, some layouts make another letter of it.
    const handleKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyM' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      setOpen((wasOpen) => !wasOpen)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return Panel ? <Panel open={isOpen} onClose={() => setOpen(false)} mayManage={mayManage} /> : null
}
