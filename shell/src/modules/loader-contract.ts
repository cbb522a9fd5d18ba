import type { AssignedModule, ModuleRelease } from '@griot/contracts/module-assignment'
import type { RemoteInstanceV1, ShellApiV1 } from '@griot/shell-sdk/contract'
import type { Store } from '@griot/shell-sdk/store'

export type LoadStage = 'entry' | 'chunk' | 'integrity' | 'evaluate' | 'contract' | 'setup' | 'render' | 'stall'

export interface ModuleFailure {
  module: string
  version: string
  stage: LoadStage
  error: unknown
  /** What the person sees and the gateway's log holds, so that one can be found from the other. */
  incident: string
}

export type ModuleState =
  | { status: 'idle' }
  | { status: 'loading'; version: string; attempt: number }
  | { status: 'ready'; version: string; instance: RemoteInstanceV1; api: ShellApiV1 }
  | { status: 'failed'; failure: ModuleFailure; at: number }
  /** Switched off by its team: nothing is loaded, and its places show their fallbacks. */
  | { status: 'off' }

/** What a boundary should do about a crash: try the same again, wait for another version, or show its panel. */
export type AfterCrash = 'remount' | 'switch' | 'panel'

/**
 * Why the page still shows another version than the one that stands: it comes with the next visit, or waits for someone
 * who is writing; or the shown one was taken back, and whoever is writing has a minute. Of one that the API answers no more,
 * somebody who is writing decides when it goes; and where no newer one fits this tab, it stays.
 */
export type Waiting = 'next-visit' | 'writing' | 'leaving' | 'too-old-writing' | 'too-old'

export interface ModuleLoader {
  state: Store<ModuleState>
  /** Null while the page shows what it should. */
  waiting: Store<Waiting | null>
  /** Loads the module unless it is there, on its way, or failed a moment ago; settles when what it began has ended. */
  ensure(): Promise<void>
  /** A view of the module is on the page until the answer is called. */
  attach(): () => void
  /** The person asked: load again from the start. */
  retry(): void
  /** The person asked: show the version that waits, unless someone is writing what can still be saved. */
  renew(): void
  /** What stands has changed. What is on the page stays; the next view that mounts gets the new version. */
  assign(assigned: AssignedModule): void
  crashed(version: string, error: unknown): AfterCrash
  /** The API answers this version no more: the page goes on with the one that stands, unless someone is writing. */
  outlived(version: string): void
  /** It does, after all. */
  answeredAgain(version: string): void
  /** The person goes, and the page with them: nothing comes after it. */
  end(): void
  /** Of the latest failure, if there was one. */
  incident(): string | undefined
  /** What is on the page must stay until the answer is called: someone is writing. */
  block(): () => void
}

export interface LoaderOptions {
  module: string
  assigned: AssignedModule
  /** Fetches the release and answers the function that evaluates it; each attempt number is another address. */
  fetchModule(release: ModuleRelease, attempt: number): Promise<() => unknown>
  /** What one instance may ask of the shell; the signal aborts when the instance is done with. */
  createApi(release: ModuleRelease, signal: AbortSignal): ShellApiV1
  report(failure: ModuleFailure): void
  /** A version has come, so many milliseconds after it was asked for. */
  reportReady?(version: string, ms: number): void
  timing?: Partial<LoaderTiming>
}

export interface LoaderTiming {
  attemptMs: number
  /** What a version may take in all; then it is the last known good one's turn. */
  deadlineMs: number
  retryDelaysMs: readonly number[]
  /** A failure this recent is not tried again by itself. */
  restMs: number
  /** Crashes further apart are counted anew. */
  crashWindowMs: number
  /** What a form with unsaved work may hold up the end of a version that was taken back. */
  blockMs: number
}

export const TIMING: LoaderTiming = {
  attemptMs: 4000,
  deadlineMs: 10_000,
  retryDelaysMs: [300, 1200],
  restMs: 30_000,
  crashWindowMs: 60_000,
  blockMs: 60_000,
}
