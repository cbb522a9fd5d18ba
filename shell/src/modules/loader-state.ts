import type { AssignedModule, ModuleRelease } from '@griot/contracts/module-assignment'
import type { DisposeReason } from '@griot/shell-sdk/contract'
import { applyTransition, type Step, type Transitions } from '../state-machine.ts'
import type { AfterCrash, LoadedRelease, LoadStage, ModuleFailure, ModuleState, PendingUpdate } from './module-state.ts'

/** A failed module is not loaded again automatically for this long. */
const RETRY_AFTER_MS = 30_000
/** A second crash within this time fails the version. */
const CRASH_WINDOW_MS = 60_000

export interface LoaderState {
  assigned: AssignedModule
  module: ModuleState
  /** The instance of a ready module. */
  loaded: LoadedRelease | null
  /** Number of the current load. Results of earlier loads are discarded. */
  load: number
  startedAt: number
  /** Releases to try if the current one fails. */
  remaining: readonly ModuleRelease[]
  views: number
  /** Holds on the shown version, one for each place with unsaved work. */
  holds: readonly number[]
  /** Versions that failed in this tab. They are tried last. */
  failed: readonly string[]
  /** Versions that the API rejects. */
  blocked: readonly string[]
  crashes: readonly { version: string; at: number }[]
  /** Of the latest failure. */
  incident?: string
}

export type LoaderEvent =
  | { type: 'needed' | 'attached' | 'detached' | 'retry-requested' | 'update-requested' | 'ended' }
  | { type: 'assigned'; assigned: AssignedModule }
  | { type: 'hold-added' | 'hold-removed'; hold: number }
  | { type: 'version-blocked' | 'version-unblocked'; version: string }
  | { type: 'crashed'; failure: ModuleFailure }
  /** The version ended an earlier page of this tab, or removed the page of the shell. */
  | { type: 'broke-page'; failure: ModuleFailure; isNew: boolean }
  | { type: 'attempt-started'; load: number; version: string; attempt: number }
  | { type: 'loaded' | 'loaded-late'; load: number; version: string; loaded: LoadedRelease }
  | { type: 'load-failed'; load: number; failure: ModuleFailure }
  | { type: 'withdrawal-timed-out'; load: number }

export type LoaderEffect =
  | { do: 'load'; load: number; release: ModuleRelease }
  | { do: 'dispose'; loaded: LoadedRelease; reason: DisposeReason }
  | { do: 'report-failure'; failure: ModuleFailure }
  | { do: 'report-ready'; version: string; ms: number }
  /** Unsaved work delays the replacement of a withdrawn version, but not for longer than a minute. */
  | { do: 'start-withdrawal-timeout'; load: number }

export const initialState = (assigned: AssignedModule): LoaderState => ({
  assigned,
  module: { status: 'idle' },
  loaded: null,
  load: 0,
  startedAt: 0,
  remaining: [],
  views: 0,
  holds: [],
  failed: [],
  blocked: [],
  crashes: [],
})

type Draft = Step<LoaderState, LoaderEffect>

/** `now` in milliseconds. */
export const next = (state: LoaderState, event: LoaderEvent, now: number) =>
  applyTransition(TRANSITIONS, state, event, now)

const TRANSITIONS: Transitions<LoaderState, LoaderEvent, LoaderEffect, number> = {
  needed: (draft, _, now) => {
    const { module } = draft.state
    const mayRetry = module.status === 'failed' && now - module.at > RETRY_AFTER_MS
    if (module.status === 'idle' || mayRetry) start(draft, 'switch', now)
  },
  attached: (draft, _, now) => {
    if (draft.state.views === 0 && isOutdated(draft.state)) {
      stop(draft, 'switch')
      draft.state.module = { status: 'idle' }
    }
    draft.state.views += 1
    TRANSITIONS.needed(draft, { type: 'needed' }, now)
  },
  detached: ({ state }) => {
    state.views -= 1
  },
  'retry-requested': (draft, _, now) => {
    draft.state.failed = []
    draft.state.crashes = []
    start(draft, 'switch', now)
  },
  'update-requested': (draft, _, now) => {
    const pending = pendingUpdate(draft.state)
    if (pending === 'next-visit' || pending === 'blocked-unsaved-work') start(draft, 'switch', now)
  },
  ended: (draft) => stop(draft, 'logout'),

  assigned: (draft, { assigned }, now) => {
    const { state } = draft
    const before = state.assigned
    const { status } = state.module
    state.assigned = assigned
    const isNew = assigned.version !== before.version || assigned.isDisabled !== before.isDisabled
    if (status === 'failed' || status === 'off') {
      if (isNew) start(draft, 'switch', now)
    } else if (status !== 'idle' && assigned.isDisabled) {
      start(draft, 'failed', now)
    } else if (isShownWithdrawn(state)) {
      // A version that is still loading cannot have unsaved work.
      if (status === 'loading' || state.holds.length === 0) start(draft, 'failed', now)
      else draft.effects.push({ do: 'start-withdrawal-timeout', load: state.load })
    }
    replaceBlocked(draft, now)
  },
  'withdrawal-timed-out': (draft, { load }, now) => {
    if (load === draft.state.load && isShownWithdrawn(draft.state)) start(draft, 'failed', now)
  },
  'hold-added': ({ state }, { hold }) => {
    state.holds = [...state.holds, hold]
  },
  'hold-removed': (draft, { hold }, now) => {
    draft.state.holds = draft.state.holds.filter((other) => other !== hold)
    if (draft.state.holds.length === 0 && isShownWithdrawn(draft.state)) start(draft, 'failed', now)
    else replaceBlocked(draft, now)
  },
  'version-blocked': (draft, { version }, now) => {
    draft.state.blocked = [...draft.state.blocked, version]
    replaceBlocked(draft, now)
  },
  'version-unblocked': ({ state }, { version }) => {
    state.blocked = state.blocked.filter((other) => other !== version)
  },

  crashed: (draft, { failure }, now) => {
    const { version } = failure
    const decision = afterCrash(draft.state, failure, now)
    reportFailure(draft, failure)
    draft.state.crashes = [...draft.state.crashes, { version, at: now }]
    if (decision !== 'remount') draft.state.failed = [...draft.state.failed, version]
    if (decision === 'switch') start(draft, 'failed', now)
  },
  'broke-page': (draft, { failure, isNew }, now) => {
    const { state } = draft
    const isShown = 'version' in state.module && state.module.version === failure.version
    if (state.module.status !== 'idle' && !isShown) return
    state.failed = [...state.failed, failure.version]
    if (isNew) reportFailure(draft, failure)
    if (hasUntried(state)) {
      if (isShown) start(draft, 'failed', now)
      return
    }
    // Without another version it is loaded again only on the user's request.
    stop(draft, 'failed')
    state.module = { status: 'failed', failure, at: now }
  },
  'attempt-started': ({ state }, { load, version, attempt }) => {
    if (load === state.load) state.module = { status: 'loading', version, attempt }
  },
  loaded: (draft, { load, version, loaded }, now) => {
    if (load !== draft.state.load) return void draft.effects.push({ do: 'dispose', loaded, reason: 'switch' })
    become(draft, version, loaded)
    draft.effects.push({ do: 'report-ready', version, ms: now - draft.state.startedAt })
  },
  // Its files arrived after the timeout: useful only while the page shows the failure.
  'loaded-late': (draft, { load, version, loaded }) => {
    const isUseful = load === draft.state.load && draft.state.module.status === 'failed'
    if (isUseful) become(draft, version, loaded)
    else draft.effects.push({ do: 'dispose', loaded, reason: 'switch' })
  },
  'load-failed': (draft, { load, failure }, now) => {
    const { state } = draft
    if (load !== state.load) return
    state.failed = [...state.failed, failure.version]
    reportFailure(draft, failure)
    const [release, ...remaining] = state.remaining
    state.remaining = remaining
    if (release) draft.effects.push({ do: 'load', load, release })
    else state.module = { status: 'failed', failure, at: now }
  },
}

/** A module remounts after its first crash. After the second, a stall or a render loop, the next version is tried if there is one. */
export const afterCrash = (state: LoaderState, { version, stage }: ModuleFailure, now: number): AfterCrash => {
  const hasCrashed = state.crashes.some((crash) => crash.version === version && now - crash.at < CRASH_WINDOW_MS)
  // These pages would fail in the same way after the same time.
  if (!hasCrashed && stage !== 'stall' && stage !== 'render-loop') return 'remount'
  return hasUntried({ ...state, failed: [...state.failed, version] }) ? 'switch' : 'panel'
}

export const pendingUpdate = (state: LoaderState): PendingUpdate | null => {
  const hasHolds = state.holds.length > 0
  if (hasHolds && isShownWithdrawn(state)) return 'withdrawn'
  if (state.views === 0) return null
  if (!isOutdated(state)) return isBlocked(state) ? 'blocked' : null
  if (!hasHolds) return 'next-visit'
  return isBlocked(state) ? 'blocked-unsaved-work' : 'unsaved-work'
}

const start = (draft: Draft, reason: DisposeReason, now: number) => {
  const { state } = draft
  stop(draft, reason)
  if (state.assigned.isDisabled) {
    state.module = { status: 'off' }
    return
  }
  const [release, ...remaining] = candidates(state)
  if (!release) return
  state.remaining = remaining
  state.startedAt = now
  state.module = { status: 'loading', version: release.version, attempt: 0 }
  draft.effects.push({ do: 'load', load: state.load, release })
}

const stop = (draft: Draft, reason: DisposeReason) => {
  const { loaded } = draft.state
  if (loaded) draft.effects.push({ do: 'dispose', loaded, reason })
  Object.assign(draft.state, { load: draft.state.load + 1, loaded: null, holds: [] })
}

const become = ({ state }: Draft, version: string, loaded: LoadedRelease) => {
  state.loaded = loaded
  state.module = { status: 'ready', version, instance: loaded.instance, api: loaded.api }
}

const reportFailure = (draft: Draft, failure: ModuleFailure) => {
  draft.state.incident = failure.incident
  draft.effects.push({ do: 'report-failure', failure })
}

/** The assigned release and the last known good one, without versions that failed if there is another. */
const candidates = (state: LoaderState): readonly ModuleRelease[] => {
  const { assigned } = state
  const all = (assigned.lkg ? [assigned, assigned.lkg] : [assigned]).filter(
    ({ version }) => !isWithdrawn(state, version),
  )
  const untried = all.filter(({ version }) => !state.failed.includes(version))
  return untried.length > 0 ? untried : all
}

const hasUntried = (state: LoaderState) => candidates(state).some(({ version }) => !state.failed.includes(version))

const replaceBlocked = (draft: Draft, now: number) => {
  const { state } = draft
  const isReplaceable = state.views > 0 && state.holds.length === 0
  if (isReplaceable && isBlocked(state) && isOutdated(state)) start(draft, 'switch', now)
}

const isWithdrawn = ({ assigned }: LoaderState, version: string) => assigned.quarantined?.includes(version) ?? false

const isShownWithdrawn = (state: LoaderState) =>
  (state.module.status === 'ready' || state.module.status === 'loading') && isWithdrawn(state, state.module.version)

const isOutdated = ({ module, assigned, failed }: LoaderState) =>
  module.status === 'ready' && module.version !== assigned.version && !failed.includes(assigned.version)

const isBlocked = ({ module, blocked }: LoaderState) => module.status === 'ready' && blocked.includes(module.version)

export const moduleFailure = (module: string, version: string, stage: LoadStage, error: unknown): ModuleFailure => ({
  ...{ module, version, stage, error },
  // Short enough to read out, and unique among the failures of a day.
  incident: crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36).padStart(7, '0') ?? '',
})
