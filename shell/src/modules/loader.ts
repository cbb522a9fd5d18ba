import type { ModuleRelease } from '@griot/contracts/modules'
import type { DisposeReason, RemoteInstanceV1 } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { isRemoteModule, refuseMissing } from './contract-check.ts'
import { IntegrityError } from './integrity.ts'
import {
  type LoaderOptions,
  type LoadStage,
  type ModuleFailure,
  type ModuleLoader,
  type ModuleState,
  TIMING,
  type Waiting,
} from './loader-contract.ts'
import { pause, TimeoutError, withTimeout } from './with-timeout.ts'

/** One module of the page: which version runs, how it got there, and what to do when it does not. */
export const createModuleLoader = (options: LoaderOptions): ModuleLoader => {
  const { module, fetchModule, createApi } = options
  const timing = { ...TIMING, ...options.timing }
  const state = createStore<ModuleState>({ status: 'idle' })
  const waiting = createStore<Waiting | null>(null)
  const attempts = new Map<string, number>()
  const crashes = new Map<string, number[]>()
  /** Versions that did not load or crashed too often: in this tab they come last from now on. */
  const givenUp = new Set<string>()
  /** Versions that the API answers no more. */
  const tooOld = new Set<string>()
  /** Reasons why what is on the page must not be replaced now. */
  const blocks = new Set<object>()
  let assigned = options.assigned
  let views = 0
  /** Number of the current load; what an older one brings is not wanted any more. */
  let load = 0
  let incident: string | undefined
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

  const report = (failure: ModuleFailure) => {
    incident = failure.incident
    options.report(failure)
  }

  const failureOf = (version: string, stage: LoadStage, error: unknown): ModuleFailure => ({
    ...{ module, version, stage, error },
    incident: createIncident(),
  })

  const tryRelease = async (release: ModuleRelease, mine: number): Promise<'ready' | ModuleFailure> => {
    const { version } = release
    const deadline = Date.now() + timing.deadlineMs
    const fail = (stage: LoadStage, error: unknown) => failureOf(version, stage, error)

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
        return failureOf(version, stage, 'no longer wanted')
      }
      running = { instance, abort }
      state.set({ status: 'ready', version, instance, api })
      return 'ready'
    } catch (error) {
      // An instance that comes into being after all finds its signal aborted.
      abort.abort()
      return failureOf(version, stage, error)
    }
  }

  const ensure = async () => {
    const now = state.get()
    if (now.status === 'idle' || (now.status === 'failed' && Date.now() - now.at > timing.restMs)) await start()
  }

  let leaving: ReturnType<typeof setTimeout> | undefined

  const isOutdated = () => {
    const now = state.get()
    return now.status === 'ready' && now.version !== assigned.version && !givenUp.has(assigned.version)
  }

  const isTooOld = () => {
    const now = state.get()
    return now.status === 'ready' && tooOld.has(now.version)
  }

  const tellWaiting = () => {
    if (leaving !== undefined) waiting.set('leaving')
    else if (views === 0) waiting.set(null)
    else if (!isOutdated()) waiting.set(isTooOld() ? 'too-old' : null)
    else if (blocks.size === 0) waiting.set('next-visit')
    else waiting.set(isTooOld() ? 'too-old-writing' : 'writing')
  }

  /** Where nothing is lost by it, a page that can do nothing any more makes way for one that can. */
  const renewOutlived = () => {
    if (views > 0 && isTooOld() && isOutdated() && blocks.size === 0) void start()
    tellWaiting()
  }
  state.subscribe(tellWaiting)

  /** A version that was taken back is left at once, or once what a person is writing is safe. */
  const leave = () => {
    clearTimeout(leaving)
    leaving = undefined
    const now = state.get()
    if (now.status === 'ready' && isTakenBack(now.version)) void start('failed')
    tellWaiting()
  }

  const leaveWhenSafe = () => {
    if (blocks.size === 0) leave()
    else leaving ??= setTimeout(leave, timing.blockMs)
    tellWaiting()
  }

  const reset = () => {
    stop('switch')
    state.set({ status: 'idle' })
  }

  return {
    state,
    waiting,
    ensure,
    incident: () => incident,
    attach: () => {
      if (views === 0 && isOutdated()) reset()
      views += 1
      void ensure()
      tellWaiting()
      let isAttached = true
      return () => {
        if (isAttached) views -= 1
        isAttached = false
        tellWaiting()
      }
    },
    renew: () => {
      if (['next-visit', 'too-old-writing'].includes(waiting.get() ?? '')) void start()
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
      // What is only on its way keeps nobody from anything.
      else if (now.status === 'loading' && (next.isDisabled || isTakenBack(now.version))) void start('failed')
      renewOutlived()
    },
    block: () => {
      const mine = {}
      blocks.add(mine)
      tellWaiting()
      return () => {
        blocks.delete(mine)
        if (blocks.size === 0 && leaving !== undefined) leave()
        else renewOutlived()
      }
    },
    outlived: (version) => {
      tooOld.add(version)
      renewOutlived()
    },
    crashed: (version, error) => {
      report(failureOf(version, 'render', error))
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

/** Short enough to be read out: it need only be found among the failures of a day. */
export const createIncident = () => crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36).padStart(7, '0') ?? ''

const stageOf = (error: unknown): LoadStage => {
  if (error instanceof IntegrityError) return 'integrity'
  const text = String(error)
  if (text.includes('ScriptExecutionError')) return 'evaluate'
  return /ChunkLoadError|CSS_CHUNK/.test(text) ? 'chunk' : 'entry'
}
