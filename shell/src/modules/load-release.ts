import type { ModuleRelease } from '@griot/contracts/module-assignment'
import type { Contributions } from '@griot/contracts/modules'
import type { RemoteInstanceV1, RemoteModuleV1, ShellApiV1 } from '@griot/shell-sdk/contract'
import { IntegrityError } from './integrity.ts'
import { type LoaderEvent, type LoaderState, moduleFailure } from './loader-state.ts'
import type { LoadedRelease, LoadStage, ModuleFailure } from './module-state.ts'
import { pause, TimeoutError, withTimeout } from './with-timeout.ts'

export interface LoadOptions {
  module: string
  /** Fetches the release and returns the function that evaluates it. Each attempt uses another address. */
  fetchModule(release: ModuleRelease, attempt: number): Promise<() => unknown>
  /** The shell API for one instance. The signal aborts when the instance is disposed. */
  createApi(release: ModuleRelease, signal: AbortSignal): ShellApiV1
  /** Code of the version is about to run. */
  beforeRun?(version: string): void
  timing?: Partial<LoadTiming>
}

/** All in milliseconds. */
export interface LoadTiming {
  attemptMs: number
  /** For all attempts of one version. Then the last known good version is loaded. */
  deadlineMs: number
  retryDelaysMs: readonly number[]
}

type SetUpResult = { loaded: LoadedRelease } | { failure: ModuleFailure }

/** Fetches releases of one module, retrying from other addresses where that can help, and sets them up. */
export const createLoadRelease = (
  { module, fetchModule, createApi, beforeRun, timing }: LoadOptions,
  state: () => LoaderState,
  dispatch: (event: LoaderEvent) => void,
) => {
  const { attemptMs, deadlineMs, retryDelaysMs } = {
    ...{ attemptMs: 4000, deadlineMs: 10_000, retryDelaysMs: [300, 1200] },
    ...timing,
  }
  /** Attempts for each version in this tab: a new attempt must not reuse the address of an earlier one. */
  const attempts = new Map<string, number>()

  const setUp = async (release: ModuleRelease, evaluate: () => unknown): Promise<SetUpResult> => {
    const { version } = release
    let stage: LoadStage = 'evaluate'
    const abort = new AbortController()
    try {
      beforeRun?.(version)
      const exposed = evaluate()
      stage = 'contract'
      if (!isRemoteModule(exposed)) throw new Error(`${module} ${version} does not export a module of contract 1`)
      stage = 'setup'
      const api = createApi(release, abort.signal)
      const pending = Promise.resolve(exposed.setup(api))
      const instance = await withTimeout(pending, attemptMs, `setup of ${module} ${version} timed out`)
      stage = 'contract'
      const { assigned } = state()
      // The contributions of other versions than the assigned one are unknown.
      if (version === assigned.version) assertContributions(assigned.contributes, instance)
      return { loaded: { instance, api, abort } }
    } catch (error) {
      // A setup that finishes later finds its signal aborted.
      abort.abort()
      return { failure: moduleFailure(module, version, stage, error) }
    }
  }

  /** The files arrived after the timeout. */
  const setUpLate = async (load: number, release: ModuleRelease, evaluate: () => unknown) => {
    if (state().load !== load || state().module.status !== 'failed') return
    const result = await setUp(release, evaluate)
    if ('loaded' in result) dispatch({ type: 'loaded-late', load, version: release.version, loaded: result.loaded })
  }

  /** Null if another load has started meanwhile. */
  const fetchAndSetUp = async (load: number, release: ModuleRelease): Promise<SetUpResult | null> => {
    const { version } = release
    const isCurrent = () => state().load === load
    const deadline = Date.now() + deadlineMs
    for (let tries = 0; isCurrent(); tries += 1) {
      const attempt = attempts.get(version) ?? 0
      attempts.set(version, attempt + 1)
      dispatch({ type: 'attempt-started', load, version, attempt })
      const fetching = fetchModule(release, attempt)
      const timeout = Math.min(attemptMs, deadline - Date.now())
      try {
        const evaluate = await withTimeout(fetching, timeout, `${module} ${version} timed out`)
        return isCurrent() ? await setUp(release, evaluate) : null
      } catch (error) {
        if (error instanceof TimeoutError)
          fetching.then(
            (evaluate) => setUpLate(load, release, evaluate),
            () => {},
          )
        const stage = stageOf(error)
        const delay = retryDelaysMs[tries]
        const isPermanent = stage === 'evaluate' || stage === 'integrity'
        if (isPermanent || delay === undefined || Date.now() + delay >= deadline) {
          return { failure: moduleFailure(module, version, stage, error) }
        }
        await pause(delay * (0.8 + Math.random() * 0.4))
      }
    }
    return null
  }

  return async (load: number, release: ModuleRelease) => {
    const result = await fetchAndSetUp(load, release)
    if (!result) return
    if ('failure' in result) dispatch({ type: 'load-failed', load, failure: result.failure })
    else dispatch({ type: 'loaded', load, version: release.version, loaded: result.loaded })
  }
}

const stageOf = (error: unknown): LoadStage => {
  if (error instanceof IntegrityError) return 'integrity'
  const text = String(error)
  if (text.includes('ScriptExecutionError')) return 'evaluate'
  return /ChunkLoadError|CSS_CHUNK/.test(text) ? 'chunk' : 'entry'
}

/** A container can return an empty module after a failure. */
const isRemoteModule = (exposed: unknown): exposed is RemoteModuleV1 => {
  const { contract, setup } = (exposed ?? {}) as Partial<RemoteModuleV1>
  return contract === 1 && typeof setup === 'function'
}

/** Throws if the instance lacks a page, slot or command that the module declares. */
const assertContributions = (declared: Contributions, { routes = {}, slots = {}, commands = {} }: RemoteInstanceV1) => {
  const missing = [
    ...declared.routes.filter(({ id }) => !routes[id]),
    ...declared.slots.filter(({ slot }) => !Object.hasOwn(slots, slot)),
    ...(declared.commands ?? []).filter(({ id }) => !commands[id]),
  ]
  if (missing.length > 0) throw new Error(`Declared but missing: ${missing.map(({ id }) => id).join(', ')}`)
}
