import { versionNamedIn } from '@griot/contracts/module-address'
import type { TelemetryEvent, TelemetryReport } from '@griot/contracts/module-registry'
import { onCaught } from '../caught-errors.ts'
import { watchChangedParts } from './integrity.ts'
import type { LoadStage, ModuleFailure } from './loader-contract.ts'
import { ModuleBoundary } from './module-boundary.tsx'

const GATHER_MS = 2000
const MOST_EVENTS = 50

/** Told beside what counts. */
const ASIDE = new Set<TelemetryEvent['kind']>(['longtask', 'api5xx'])

const KINDS: Record<LoadStage, TelemetryEvent['kind']> = {
  entry: 'load_fail',
  chunk: 'load_fail',
  integrity: 'integrity_fail',
  evaluate: 'load_fail',
  contract: 'contract_fail',
  setup: 'contract_fail',
  render: 'render_fail',
  stall: 'stall',
}

export interface Telemetry {
  ready(module: string, version: string, ms: number): void
  failed(failure: ModuleFailure): void
  /** Something went wrong in it that its page outlived. */
  mistaken(module: string, version: string): void
  /** A call of it was answered with a fault of the product's. */
  apiFailed(module: string, version: string): void
}

/** Tells the gateway how modules do in this tab, a few events at a time; nothing of it concerns the person. */
export const createTelemetry = (shellVersion: string): Telemetry => {
  let waiting: TelemetryEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const gathered = waiting
    waiting = []
    // A gateway that was not renewed yet may refuse a report for a kind that it does not know: what counts goes apart.
    for (const isAside of [false, true]) post(gathered.filter(({ kind }) => ASIDE.has(kind) === isAside))
  }

  const tell = (event: TelemetryEvent) => {
    if (waiting.length < MOST_EVENTS) waiting.push(event)
    timer ??= setTimeout(send, GATHER_MS)
  }

  const mistaken = (module: string, version: string) => tell({ module, version, kind: 'error' })

  /** A mistake in a click or a timer belongs to the module whose file it comes from. */
  const attribute = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const named = versionNamedIn(stack)
    if (!named) return
    console.error(`${named.module}@${named.version} made a mistake`, error)
    mistaken(named.module, named.version)
  }

  const noticeLong = (address: string, ms: number) => {
    const named = versionNamedIn(address)
    if (named) tell({ ...named, kind: 'longtask', ms: Math.round(ms) })
  }
  watchChangedParts((address) => {
    const named = versionNamedIn(address)
    if (named) tell({ ...named, kind: 'integrity_fail', stage: 'integrity' })
  })
  window.addEventListener('error', ({ error }) => attribute(error))
  // What our own boundaries catch is told as a failure of the version.
  onCaught(({ error, boundary }) => boundary instanceof ModuleBoundary || attribute(error))
  window.addEventListener('unhandledrejection', ({ reason }) => attribute(reason))
  window.addEventListener('pagehide', send)
  setTimeout(() => void watchScripts(noticeLong), GATHER_MS)
  tell({ module: 'shell', version: shellVersion, kind: 'load_ok', ms: Math.round(performance.now()) })

  return {
    ready: (module, version, ms) => tell({ module, version, kind: 'load_ok', ms: Math.round(ms) }),
    failed: ({ module, version, stage, error, incident }) => {
      console.error(`${module}@${version} failed (${stage}, incident ${incident})`, error)
      tell({ module, version, kind: KINDS[stage], stage, incident })
    },
    mistaken,
    apiFailed: (module, version) => {
      // Counted by people, so that one says as much as all that fail together in an outage.
      const isKnown = waiting.some((one) => one.kind === 'api5xx' && one.module === module && one.version === version)
      if (!isKnown) tell({ module, version, kind: 'api5xx' })
    },
  }
}

const post = (events: TelemetryReport['events']) => {
  // Outlives the page; whether it arrives is nothing to wait for.
  if (events.length > 0) navigator.sendBeacon?.('/mfe/v1/telemetry', JSON.stringify({ events }))
}

/** Nobody waits for it, and the browser keeps what it has measured until somebody asks. */
const watchScripts = (notice: (address: string, ms: number) => void) =>
  import(/* webpackChunkName: "later" */ './long-scripts.ts').then(
    ({ watchLongScripts }) => watchLongScripts(notice),
    () => {},
  )
