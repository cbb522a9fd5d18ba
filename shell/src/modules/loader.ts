import type { DisposeReason } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { createBringRelease, failureOf, type Running } from './bring-release.ts'
import {
  type LoaderOptions,
  type ModuleFailure,
  type ModuleLoader,
  type ModuleState,
  TIMING,
  type Waiting,
} from './loader-contract.ts'
import { StallError } from './with-timeout.ts'

/** One module of the page: which version runs, how it got there, and what to do when it does not. */
export const createModuleLoader = (options: LoaderOptions): ModuleLoader => {
  const { module } = options
  const timing = { ...TIMING, ...options.timing }
  const bringRelease = createBringRelease({ ...options, timing })
  const state = createStore<ModuleState>({ status: 'idle' })
  const waiting = createStore<Waiting | null>(null)
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
  let running: Running | null = null

  const stop = (why: DisposeReason) => {
    load += 1
    const stopped = running
    running = null
    blocks.clear()
    if (stopped) end(stopped, why)
  }

  const end = ({ instance, abort }: Running, why: DisposeReason) => {
    abort.abort()
    try {
      instance.dispose?.(why)
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
      const { version } = release
      const brought = await bringRelease({
        release,
        isWanted: () => load === mine,
        onAttempt: (attempt) => state.set({ status: 'loading', version, attempt }),
        // Still welcome as long as the person looks at the panel that took its place.
        onLate: async (setUp) => {
          const isMissed = () => load === mine && state.get().status === 'failed'
          if (!isMissed()) return
          const late = await setUp()
          if ('failure' in late) return
          if (isMissed()) begin(version, late)
          else end(late, 'switch')
        },
        // Only of the assigned version is it known what it announces.
        announced: () => (version === assigned.version ? assigned.contributes : null),
      })
      if ('failure' in brought) {
        if (load !== mine) return
        failure = brought.failure
        givenUp.add(version)
        report(failure)
        continue
      }
      if (load !== mine) return end(brought, 'switch')
      begin(version, brought)
      options.reportReady?.(version, Date.now() - askedAt)
      return
    }
    if (failure) state.set({ status: 'failed', failure, at: Date.now() })
  }

  const begin = (version: string, brought: Running) => {
    running = brought
    state.set({ status: 'ready', version, instance: brought.instance, api: brought.api })
  }

  const report = (failure: ModuleFailure) => {
    incident = failure.incident
    options.report(failure)
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
    end: () => stop('logout'),
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
    answeredAgain: (version) => {
      tooOld.delete(version)
      tellWaiting()
    },
    crashed: (version, error) => {
      const hasStalled = error instanceof StallError
      report(failureOf(module, version, hasStalled ? 'stall' : 'render', error))
      const recent = (crashes.get(version) ?? []).filter((at) => Date.now() - at < timing.crashWindowMs)
      crashes.set(version, [...recent, Date.now()])
      // What shows nothing for so long would take as long once more.
      if (recent.length === 0 && !hasStalled) return 'remount'
      givenUp.add(version)
      if (candidates().every((candidate) => givenUp.has(candidate.version))) return 'panel'
      void start('failed')
      return 'switch'
    },
  }
}
