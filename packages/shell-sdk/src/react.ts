import type { Permission } from '@griot/contracts/permissions'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ShellApiV1 } from './contract.ts'
import type { Store } from './store.ts'

const ShellContext = createContext<ShellApiV1 | null>(null)

/** The shell puts this around every route and slot of a remote. */
export const ShellProvider = ShellContext.Provider

/** The shell's API, as given to this module. */
export const useShell = (): ShellApiV1 => {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell() is called outside a module that the shell mounted')
  return shell
}

/** The store's value; `select` picks a part, which must be the same reference while nothing changed. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part
export function useStore<T, Part>(store: Store<T>, select?: (value: T) => Part): T | Part {
  const read = () => (select ? select(store.get()) : store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** Whether the person is to be offered something, now and when somebody else is there. The server decides all the same. */
export const useCan = (permission: Permission): boolean => {
  const { session } = useShell()
  useStore(session.user)
  return session.can(permission)
}

/** Whether one of the module's own switches is on, now and when its team turns it. */
export const useFlag = (name: string): boolean => useStore(useShell().flags.on, (on) => on.includes(name))

/**
 * While there is unsaved work, no other version of the module takes the place of what is on the page, and the browser
 * asks before the page itself is left.
 */
export const useUnsavedWork = (hasUnsavedWork: boolean) => {
  const { update } = useShell()
  useEffect(() => {
    if (!hasUnsavedWork) return
    const unblock = update.block('unsaved work')
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      unblock()
      removeEventListener('beforeunload', warn)
    }
  }, [update, hasUnsavedWork])
}
