import type { AssignedModule, ModuleRelease } from '@griot/contracts/modules'
import type { DisposeReason, RemoteInstanceV1, ShellApiV1 } from '@griot/shell-sdk/contract'
import { createStore, type Store } from '@griot/shell-sdk/store'
import { isRemoteModule, refuseMissing } from './contract-check.ts'
import { IntegrityError } from './integrity.ts'
import { pause, TimeoutError, withTimeout } from './with-timeout.ts'

export type LoadStage = 'entry' | 'chunk' | 'integrity' | 'evaluate' | 'contract' | 'setup' | 'render'

export interface ModuleFailure {
  module: string
  version: string
  stage: LoadStage
  error: unknown
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

export interface ModuleLoader {
  state: Store<ModuleState>
  /** Loads the module unless it is there, on its way, or failed a moment ago. */
  ensure(): void
  /** A view of the module is on the page until the answer is called. */
  attach(): () => void
  /** The person asked: load again from the start. */
  retry(): void
  /** What stands has changed. What is on the page stays; the next view that mounts gets the new version. */
  assign(assigned: AssignedModule): void
  crashed(version: string, error: unknown): AfterCrash
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

const TIMING: LoaderTiming = {
  attemptMs: 4000,
  deadlineMs: 10_000,
  retryDelaysMs: [300, 1200],
  restMs: 30_000,
  crashWindowMs: 60_000,
  blockMs: 60_000,
}

/** One module of the page: which version runs, how it got there, and what to do when it does not. */
export const createModuleLoader = (options: LoaderOptions): ModuleLoader => {
  const { module, fetchModule, createApi, report } = options
  const timing = { ...TIMING, ...options.timing }
  const state = createStore<ModuleState>({ status: 'idle' })
  const attempts = new Map<string, number>()
  const crashes = new Map<string, number[]>()
  /** Versions that did not load or crashed too often: in this tab they come last from now on. */
  const givenUp = new Set<string>()
  /** Reasons why what is on the page must not be replaced now. */
  const blocks = new Set<object>()
  let assigned = options.assigned
  let views = 0
  /** Number of the current load; what an older one brings is not wanted any more. */
  let load = 0
  let running: { instance: RemoteInstanceV1; abort: AbortController } | null = null

  const stop = (why: DisposeReason) => {
    load += 1
    const stopped = running
    running = null
    blocks.clear()
    stopped?.abort.abort()
    try {
      stopped?.instance.dispose?.(why)
    } catch (error) {
      console.error(`${module} failed while it was disposed of`, error)
    }
  }

  const isTakenBack = (version: string) => assigned.quarantined?.includes(version) ?? false

  const candidates = () => {
    const all = (assigned.lkg ? [assigned, assigned.lkg] : [assigned]).filter(({ version }) => !isTakenBack(version))
    const untried = all.filter(({ version }) => !givenUp.has(version))
    return untried.length > 0 ? untried : all
  }

  const start = async (why: DisposeReason = 'switch') => {
    const mine = load + 1
    const askedAt = Date.now()
    stop(why)
    if (assigned.isDisabled) {
      state.set({ status: 'off' })
      return
    }
    let failure: ModuleFailure | undefined
    for (const release of candidates()) {
      const outcome = await tryRelease(release, mine)
      if (load !== mine) return
      if (outcome === 'ready') {
        options.reportReady?.(release.version, Date.now() - askedAt)
        return
      }
      failure = outcome
      givenUp.add(release.version)
      report(failure)
    }
    if (failure) state.set({ status: 'failed', failure, at: Date.now() })
  }

  const tryRelease = async (release: ModuleRelease, mine: number): Promise<'ready' | ModuleFailure> => {
    const { version } = release
    const deadline = Date.now() + timing.deadlineMs
    const fail = (stage: LoadStage, error: unknown): ModuleFailure => ({ module, version, stage, error })

    for (let tries = 0; ; tries += 1) {
      const attempt = attempts.get(version) ?? 0
      attempts.set(version, attempt + 1)
      if (load === mine) state.set({ status: 'loading', version, attempt })
      const fetching = fetchModule(release, attempt)
      const patience = Math.min(timing.attemptMs, deadline - Date.now())
      try {
        const evaluate = await withTimeout(fetching, patience, `${module} ${version} did not arrive in time`)
        return load === mine ? await run(release, evaluate, mine) : fail('entry', 'no longer wanted')
      } catch (error) {
        if (error instanceof TimeoutError) adoptLate(fetching, release, mine)
        const stage = stageOf(error)
        const delay = timing.retryDelaysMs[tries]
        const isHopeless =
          stage === 'evaluate' || stage === 'integrity' || delay === undefined || Date.now() + delay >= deadline
        if (load !== mine || isHopeless) return fail(stage, error)
        await pause(delay * (0.8 + Math.random() * 0.4))
      }
      if (load !== mine) return fail('entry', 'no longer wanted')
    }
  }

  // What arrives after its time is still welcome as long as the person looks at the panel that took its place.
  const adoptLate = (fetching: Promise<() => unknown>, release: ModuleRelease, mine: number) => {
    fetching.then(
      (evaluate) => {
        if (load === mine && state.get().status === 'failed') void run(release, evaluate, mine)
      },
      () => {},
    )
  }

  const run = async (
    release: ModuleRelease,
    evaluate: () => unknown,
    mine: number,
  ): Promise<'ready' | ModuleFailure> => {
    const { version } = release
    let stage: LoadStage = 'evaluate'
    const abort = new AbortController()
    try {
      const exposed = evaluate()
      stage = 'contract'
      if (!isRemoteModule(exposed)) throw new Error(`${module} ${version} exposes no module of contract 1`)
      stage = 'setup'
      const api = createApi(release, abort.signal)
      const settingUp = Promise.resolve(exposed.setup(api))
      const instance = await withTimeout(settingUp, timing.attemptMs, `${module} ${version} did not set up in time`)
      stage = 'contract'
      // Only of the assigned version is it known what it announces.
      if (version === assigned.version) refuseMissing(assigned.contributes, instance)
      if (load !== mine) {
        abort.abort()
        instance.dispose?.('switch')
        return { module, version, stage, error: 'no longer wanted' }
      }
      running = { instance, abort }
      state.set({ status: 'ready', version, instance, api })
      return 'ready'
    } catch (error) {
      // An instance that comes into being after all finds its signal aborted.
      abort.abort()
      return { module, version, stage, error }
    }
  }

  const ensure = () => {
    const now = state.get()
    if (now.status === 'idle' || (now.status === 'failed' && Date.now() - now.at > timing.restMs)) void start()
  }

  let leaving: ReturnType<typeof setTimeout> | undefined

  /** A version that was taken back is left at once, or once what a person is writing is safe. */
  const leave = () => {
    clearTimeout(leaving)
    leaving = undefined
    const now = state.get()
    if (now.status === 'ready' && isTakenBack(now.version)) void start('failed')
  }

  const leaveWhenSafe = () => {
    if (blocks.size === 0) leave()
    else leaving ??= setTimeout(leave, timing.blockMs)
  }

  const reset = () => {
    stop('switch')
    state.set({ status: 'idle' })
  }

  return {
    state,
    ensure,
    attach: () => {
      const now = state.get()
      const isOutdated = now.status === 'ready' && now.version !== assigned.version && !givenUp.has(assigned.version)
      if (views === 0 && isOutdated) reset()
      views += 1
      ensure()
      let isAttached = true
      return () => {
        if (isAttached) views -= 1
        isAttached = false
      }
    },
    retry: () => {
      givenUp.clear()
      crashes.clear()
      void start()
    },
    assign: (next) => {
      const isNews = next.version !== assigned.version || next.isDisabled !== assigned.isDisabled
      assigned = next
      const now = state.get()
      if (isNews && (now.status === 'failed' || now.status === 'off')) void start()
      else if (now.status === 'ready' && next.isDisabled) void start('failed')
      else if (now.status === 'ready' && isTakenBack(now.version)) leaveWhenSafe()
    },
    block: () => {
      const mine = {}
      blocks.add(mine)
      return () => {
        blocks.delete(mine)
        if (blocks.size === 0 && leaving !== undefined) leave()
      }
    },
    crashed: (version, error) => {
      report({ module, version, stage: 'render', error })
      const recent = (crashes.get(version) ?? []).filter((at) => Date.now() - at < timing.crashWindowMs)
      crashes.set(version, [...recent, Date.now()])
      if (recent.length === 0) return 'remount'
      givenUp.add(version)
      if (candidates().every((candidate) => givenUp.has(candidate.version))) return 'panel'
      void start('failed')
      return 'switch'
    },
  }
}

const stageOf = (error: unknown): LoadStage => {
  if (error instanceof IntegrityError) return 'integrity'
  const text = String(error)
  if (text.includes('ScriptExecutionError')) return 'evaluate'
  return /ChunkLoadError|CSS_CHUNK/.test(text) ? 'chunk' : 'entry'
}
