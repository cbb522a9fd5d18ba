import type { Contributions, EntryType } from './modules.ts'

/** One version of a module, for the browser. */
export interface ModuleRelease {
  version: string
  container: string
  contract: number
  /** Absolute path of the entry. `/m/name/version~2/…` is an alias for a retry. */
  entry: string
  /** Default: `var`. */
  entryType?: EntryType
  integrity: string
  /** Integrity of the other files of the first screen, by name: distinguishes a changed file from a missing one. */
  initial?: Readonly<Record<string, string>>
}

export interface AssignedModule extends ModuleRelease {
  contributes: Contributions
  /** The last known good version, if it is another one. */
  lkg: ModuleRelease | null
  /** Switched off: pages and slots show their fallbacks, and no file is loaded. */
  isDisabled?: boolean
  /** Flags that are on for this visitor. */
  flags?: readonly string[]
  /** Versions that a tab must stop using. */
  quarantined?: readonly string[]
}

/** The versions of one visitor, inlined in the page and returned by `/mfe/v1/assignment`. */
export interface Assignment {
  rev: number
  /** Version of the shell that the gateway serves. */
  shell: string
  /** For a tab with another shell: the shell of a new page. */
  newerShell?: string
  productName: string
  modules: Record<string, AssignedModule>
  /** Modules that were retired. A module can also be missing because it could not be read. */
  retired?: readonly string[]
  /** In development: the page applies new builds, or reloads. */
  liveReload?: boolean
  /** Blocked ranges by module. */
  blocked?: Readonly<Record<string, readonly string[]>>
  overrides?: Readonly<Record<string, string>>
  /** Only the shell is loaded: a fallback if a module breaks every page. */
  isSafeMode?: boolean
}
