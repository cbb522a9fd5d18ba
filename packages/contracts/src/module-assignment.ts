import type { Contributions } from './modules.ts'

/** One version of a module as a browser needs it. */
export interface ModuleRelease {
  version: string
  container: string
  contract: number
  /** Absolute path of the entry. `/m/name/version~2/…` answers the same bytes: a way around a request that hangs. */
  entry: string
  integrity: string
  /** Integrity of the other files of the first screen, by name: tells a tampered file from one that did not come. */
  initial?: Readonly<Record<string, string>>
}

export interface AssignedModule extends ModuleRelease {
  contributes: Contributions
  /** Last known good version, when it is another one. */
  lkg: ModuleRelease | null
  /** Switched off by its team: its places show their fallbacks, and nothing is loaded. */
  isDisabled?: boolean
  /** Switches of its team that are on for this visitor. */
  flags?: readonly string[]
  /** Versions a tab must not go on with. */
  quarantined?: readonly string[]
}

/** What the gateway inlines in the page and answers at `/mfe/v1/assignment`. */
export interface Assignment {
  rev: number
  /** Version of the shell that the gateway serves. */
  shell: string
  /** To a tab of another shell: the one that a page would now bring. */
  newerShell?: string
  productName: string
  modules: Record<string, AssignedModule>
  /** In development: the page takes in what was built, or loads again. */
  liveReload?: boolean
  /** By module, the ranges of versions that the API answers no more. */
  blocked?: Readonly<Record<string, readonly string[]>>
  /** Versions that this visitor sees instead of what stands, by module. */
  overrides?: Readonly<Record<string, string>>
  /** Nothing is loaded but the shell itself: the way out when a module spoils every page. */
  isSafeMode?: boolean
}
