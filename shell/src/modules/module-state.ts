import type { RemoteInstanceV1, ShellApiV1 } from '@griot/shell-sdk/contract'

export type LoadStage =
  | 'entry'
  | 'chunk'
  | 'integrity'
  | 'evaluate'
  | 'contract'
  | 'setup'
  | 'render'
  | 'stall'
  | 'render-loop'
  | 'ended-tab'
  /** Elements of the shell were removed. */
  | 'page-removed'

export interface ModuleFailure {
  module: string
  version: string
  stage: LoadStage
  error: unknown
  /** Shown to the user and written to the gateway's log, so that support can find the log line. */
  incident: string
}

export type ModuleState =
  | { status: 'idle' }
  | { status: 'loading'; version: string; attempt: number }
  | ({ status: 'ready'; version: string } & Omit<LoadedRelease, 'abort'>)
  | { status: 'failed'; failure: ModuleFailure; at: number }
  /** Disabled by its team: nothing is loaded, and its pages and slots show their fallbacks. */
  | { status: 'off' }

/** The reaction of a boundary to a crash: mount again, wait for another version, or show the error panel. */
export type AfterCrash = 'remount' | 'switch' | 'panel'

/**
 * Why the page shows another version than the assigned one:
 * - `next-visit`: the new version is shown when the user leaves the page;
 * - `unsaved-work`: it is shown when the unsaved work is saved;
 * - `withdrawn`: the shown version was withdrawn, and unsaved work delays its replacement by at most a minute;
 * - `blocked-unsaved-work`: the API rejects the shown version, and the user decides when to discard unsaved work;
 * - `blocked`: the API rejects the shown version, and no newer one fits this shell.
 */
export type PendingUpdate = 'next-visit' | 'unsaved-work' | 'withdrawn' | 'blocked-unsaved-work' | 'blocked'

/** A release that was set up. */
export interface LoadedRelease {
  instance: RemoteInstanceV1
  api: ShellApiV1
  /** Aborts the signal of its shell API. */
  abort: AbortController
}
