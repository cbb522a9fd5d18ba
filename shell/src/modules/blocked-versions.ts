import type { AssignmentStore } from './assignment-store.ts'

interface Options {
  registry: Pick<AssignmentStore, 'get' | 'refresh'>
  onBlocked(module: string, version: string): void
  onUnblocked(module: string, version: string): void
}

/** Tracks the versions of this page that the API rejects with 426, until the registry ends the block. */
export const createBlockedVersions = ({ registry, onBlocked, onUnblocked }: Options) => {
  /** `module@version`. */
  const blocked = new Set<string>()
  const refreshing = new Set<string>()
  let ranges = registry.get().blocked

  return {
    rejected: async (module: string, version: string) => {
      const name = `${module}@${version}`
      if (blocked.has(name) || refreshing.has(name)) return
      refreshing.add(name)
      // The replacement must be known before the version is given up.
      await registry.refresh()
      refreshing.delete(name)
      blocked.add(name)
      onBlocked(module, version)
    },
    /** Call it when the registry has changed. If another block still applies, the next request is rejected again. */
    update: () => {
      const before = ranges
      ranges = registry.get().blocked
      for (const name of blocked) {
        const [module = '', version = ''] = name.split('@')
        const now = ranges?.[module] ?? []
        const hasRangeEnded = before?.[module]?.some((range) => !now.includes(range))
        if (now.length > 0 && !hasRangeEnded) continue
        blocked.delete(name)
        onUnblocked(module, version)
      }
    },
  }
}
