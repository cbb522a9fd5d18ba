import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'

interface SetBadge {
  badge: number | string
  /** That of the module that set it. */
  signal: AbortSignal
}

/** By id of the menu entry: the badges that running modules set. */
export const menuBadges = createStore<Readonly<Record<string, SetBadge>>>({})

const keepOnly = (isKept: (id: string, badge: SetBadge) => boolean) => {
  const all = Object.entries(menuBadges.get())
  return Object.fromEntries(all.filter(([id, badge]) => isKept(id, badge)))
}

/** Sets badges of the module's own entries until its signal aborts. */
export const createSetBadge = (module: string, signal: AbortSignal): ShellApiV1['nav']['setBadge'] => {
  // The next version of the module may already have replaced a badge.
  const removeOwn = () => menuBadges.set(keepOnly((_, badge) => badge.signal !== signal))
  return (navId, badge) => {
    if (signal.aborted || !navId.startsWith(`${module}.`)) return
    signal.addEventListener('abort', removeOwn)
    const others = keepOnly((id) => id !== navId)
    menuBadges.set(badge === null ? others : { ...others, [navId]: { badge, signal } })
  }
}
