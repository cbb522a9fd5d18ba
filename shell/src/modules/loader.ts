import type { AssignedModule } from '@griot/contracts/module-assignment'
import type { DisposeReason } from '@griot/shell-sdk/contract'
import { natives } from '../natives.ts'
import { createMachine, selectStore } from '../state-machine.ts'
import { createLoadRelease, type LoadOptions } from './load-release.ts'
import {
  afterCrash,
  initialState,
  type LoaderEffect,
  type LoaderEvent,
  moduleFailure,
  next,
  pendingUpdate,
} from './loader-state.ts'
import type { LoadedRelease, ModuleFailure } from './module-state.ts'
import { RenderLoopError, StallError } from './with-timeout.ts'

const WITHDRAWAL_TIMEOUT_MS = 60_000

interface LoaderOptions extends LoadOptions {
  assigned: AssignedModule
  report(failure: ModuleFailure): void
  reportReady?(version: string, ms: number): void
}

export type ModuleLoader = ReturnType<typeof createModuleLoader>

/** Loads and replaces the versions of one module. The decisions are in `loader-state.ts`. */
export const createModuleLoader = (options: LoaderOptions) => {
  const { module } = options
  const machine = createLoaderMachine(options)
  const { store, dispatch } = machine
  const state = selectStore(store, (current) => current.module)

  /** Resolves when no load is in progress. */
  const settled = () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (state.get().status === 'loading') return
        unsubscribe()
        resolve()
      }
      const unsubscribe = state.subscribe(check)
      check()
    })

  return {
    module,
    state,
    ...createViews(dispatch),
    ...createFailures(module, machine),
    /** Null while the page shows the assigned version. */
    pendingUpdate: selectStore(store, pendingUpdate),
    /** Loads the module if it is idle or failed a while ago. Resolves when no load is in progress. */
    ensure: () => {
      dispatch({ type: 'needed' })
      return settled()
    },
    /** Loads again from the start, on the user's request. */
    retry: () => dispatch({ type: 'retry-requested' }),
    /** Shows the pending version on the user's request, unless work would be lost that can still be saved. */
    update: () => dispatch({ type: 'update-requested' }),
    /** Takes over a new assignment. A view on the page keeps its version; the next view that mounts gets the new one. */
    assign: (assigned: AssignedModule) => dispatch({ type: 'assigned', assigned }),
    /** Its page or slot is about to run. */
    mounts: (version: string) => options.beforeRun?.(version),
    /** The API rejects this version with 426. Replaces it with the assigned one, unless there is unsaved work. */
    versionBlocked: (version: string) => dispatch({ type: 'version-blocked', version }),
    versionUnblocked: (version: string) => dispatch({ type: 'version-unblocked', version }),
    /** Disposes the instance because the user signs out. */
    end: () => dispatch({ type: 'ended' }),
  }
}

type LoaderMachine = ReturnType<typeof createLoaderMachine>
type Dispatch = LoaderMachine['dispatch']

const createLoaderMachine = (options: LoaderOptions) => {
  const perform = (effect: LoaderEffect) => {
    if (effect.do === 'load') void loadRelease(effect.load, effect.release)
    else if (effect.do === 'dispose') dispose(options.module, effect.loaded, effect.reason)
    else if (effect.do === 'report-failure') options.report(effect.failure)
    else if (effect.do === 'report-ready') options.reportReady?.(effect.version, effect.ms)
    else {
      const { setTimeout } = natives()
      setTimeout(() => dispatch({ type: 'withdrawal-timed-out', load: effect.load }), WITHDRAWAL_TIMEOUT_MS)
    }
  }
  const { store, dispatch } = createMachine(
    initialState(options.assigned),
    (state, event: LoaderEvent) => next(state, event, Date.now()),
    perform,
  )
  const loadRelease = createLoadRelease(options, store.get, dispatch)
  return { store, dispatch }
}

const dispose = (module: string, { instance, abort }: LoadedRelease, reason: DisposeReason) => {
  abort.abort()
  try {
    instance.dispose?.(reason)
  } catch (error) {
    console.error(`${module} failed in dispose()`, error)
  }
}

const createViews = (dispatch: Dispatch) => {
  let holds = 0
  return {
    /** Registers a view of the module. Returns the function that removes it. */
    attach: () => {
      dispatch({ type: 'attached' })
      let isAttached = true
      return () => {
        if (isAttached) dispatch({ type: 'detached' })
        isAttached = false
      }
    },
    /** Keeps the shown version while there is unsaved work. Returns the function that ends this. */
    holdUpdates: () => {
      holds += 1
      const hold = holds
      dispatch({ type: 'hold-added', hold })
      return () => dispatch({ type: 'hold-removed', hold })
    },
  }
}

const createFailures = (module: string, { store, dispatch }: LoaderMachine) => ({
  crashed: (version: string, error: unknown) => {
    const failure = moduleFailure(module, version, crashStage(error), error)
    const decision = afterCrash(store.get(), failure, Date.now())
    dispatch({ type: 'crashed', failure })
    return decision
  },
  /** The version ended an earlier page of this tab. */
  endedTab: (version: string, isNew: boolean) => {
    const failure = moduleFailure(module, version, 'ended-tab', new Error('the tab ended while it started'))
    dispatch({ type: 'broke-page', failure, isNew })
  },
  /** The version removed elements of the shell. It does not run again in this tab if there is another. */
  removedPage: (version: string) => {
    const error = new Error('elements of the shell were removed from the document')
    dispatch({ type: 'broke-page', failure: moduleFailure(module, version, 'page-removed', error), isNew: true })
  },
  /** Of the latest failure. */
  incident: () => store.get().incident,
})

const crashStage = (error: unknown) => {
  if (error instanceof StallError) return 'stall'
  return error instanceof RenderLoopError ? 'render-loop' : 'render'
}
