import type { ModuleRelease } from '@griot/contracts/module-assignment'
import type { Contributions } from '@griot/contracts/modules'
import type { RemoteInstanceV1, ShellApiV1 } from '@griot/shell-sdk/contract'
import { isRemoteModule, refuseMissing } from './contract-check.ts'
import { IntegrityError } from './integrity.ts'
import type { LoaderOptions, LoaderTiming, LoadStage, ModuleFailure } from './loader-contract.ts'
import { pause, TimeoutError, withTimeout } from './with-timeout.ts'

interface Options extends Pick<LoaderOptions, 'module' | 'fetchModule' | 'createApi'> {
  timing: LoaderTiming
}

/** A release that was set up. */
export interface Running {
  instance: RemoteInstanceV1
  api: ShellApiV1
  /** Ends what the instance was given. */
  abort: AbortController
}

export type Brought = Running | { failure: ModuleFailure }

export interface Wish {
  release: ModuleRelease
  isWanted(): boolean
  onAttempt(attempt: number): void
  /** The files have come after all, too late for the answer. */
  onLate(setUp: () => Promise<Brought>): void
  /** What it has to bring, where that is known. */
  announced(): Contributions | null
}

/** Brings releases of one module into the page: fetched again from other addresses where that may help, then set up. */
export const createBringRelease = ({ module, fetchModule, createApi, timing }: Options) => {
  const attempts = new Map<string, number>()

  const setUp = async ({ release, announced }: Wish, evaluate: () => unknown): Promise<Brought> => {
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
      const contributions = announced()
      if (contributions) refuseMissing(contributions, instance)
      return { instance, api, abort }
    } catch (error) {
      // An instance that comes into being after all finds its signal aborted.
      abort.abort()
      return { failure: failureOf(module, version, stage, error) }
    }
  }

  return async (wish: Wish): Promise<Brought> => {
    const { release, isWanted, onAttempt, onLate } = wish
    const { version } = release
    const deadline = Date.now() + timing.deadlineMs
    const fail = (stage: LoadStage, error: unknown) => ({ failure: failureOf(module, version, stage, error) })

    for (let tries = 0; ; tries += 1) {
      const attempt = attempts.get(version) ?? 0
      attempts.set(version, attempt + 1)
      if (isWanted()) onAttempt(attempt)
      const fetching = fetchModule(release, attempt)
      const patience = Math.min(timing.attemptMs, deadline - Date.now())
      try {
        const evaluate = await withTimeout(fetching, patience, `${module} ${version} did not arrive in time`)
        return isWanted() ? await setUp(wish, evaluate) : fail('entry', 'no longer wanted')
      } catch (error) {
        const isLate = error instanceof TimeoutError
        if (isLate) fetching.then((evaluate) => onLate(() => setUp(wish, evaluate))).catch(() => {})
        const stage = stageOf(error)
        const delay = timing.retryDelaysMs[tries]
        const isHopeless =
          stage === 'evaluate' || stage === 'integrity' || delay === undefined || Date.now() + delay >= deadline
        if (!isWanted() || isHopeless) return fail(stage, error)
        await pause(delay * (0.8 + Math.random() * 0.4))
      }
      if (!isWanted()) return fail('entry', 'no longer wanted')
    }
  }
}

export const failureOf = (module: string, version: string, stage: LoadStage, error: unknown): ModuleFailure => ({
  ...{ module, version, stage, error },
  incident: createIncident(),
})

/** Short enough to be read out: it need only be found among the failures of a day. */
const createIncident = () => crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36).padStart(7, '0') ?? ''

const stageOf = (error: unknown): LoadStage => {
  if (error instanceof IntegrityError) return 'integrity'
  const text = String(error)
  if (text.includes('ScriptExecutionError')) return 'evaluate'
  return /ChunkLoadError|CSS_CHUNK/.test(text) ? 'chunk' : 'entry'
}
