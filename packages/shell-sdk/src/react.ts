import type { Permission } from '@griot/contracts/permissions'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ShellApiV1 } from './contract.ts'
import type { Store } from './store.ts'

const ShellContext = createContext<ShellApiV1 | null>(null)

/** Wraps every route and slot of a remote. */
export const ShellProvider = ShellContext.Provider

export const useShell = (): ShellApiV1 => {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell() is called outside a module that the shell mounted')
  return shell
}

/** `select` must return the same reference while its part of the value does not change. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part
export function useStore<T, Part>(store: Store<T>, select?: (value: T) => Part): T | Part {
  const read = () => (select ? select(store.get()) : store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** For display only: the server checks each request. */
export const useCan = (permission: Permission): boolean => {
  const { session } = useShell()
  useStore(session.user)
  return session.can(permission)
}

/** Whether a flag of the module is on; updates when its team turns it. */
export const useFlag = (name: string): boolean => useStore(useShell().flags.on, (on) => on.includes(name))

/** Blocks version updates and makes the browser ask before the page is left, while there is unsaved work. */
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
