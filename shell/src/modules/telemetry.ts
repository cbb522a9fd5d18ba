import type { TelemetryEvent, TelemetryReport } from '@griot/contracts/module-registry'
import type { LoadStage, ModuleFailure } from './loader-contract.ts'

const GATHER_MS = 2000
const MOST_EVENTS = 50
const MODULE_FILE = /\/m\/([a-z][a-z0-9-]*)\/([^/~]+)(?:~\d+)?\//
/** From here on people notice that nothing answers. */
const LONG_MS = 200

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
}

export interface Telemetry {
  ready(module: string, version: string, ms: number): void
  failed(failure: ModuleFailure): void
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

  /** A mistake in a click or a timer belongs to the module whose file it comes from. */
  const attribute = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const [, module, version] = MODULE_FILE.exec(stack) ?? []
    if (!module || !version) return
    console.error(`${module}@${version} made a mistake`, error)
    tell({ module, version, kind: 'error' })
  }

  watchLongScripts(({ sourceURL, duration }) => {
    const [, module, version] = MODULE_FILE.exec(sourceURL) ?? []
    if (module && version && duration >= LONG_MS) tell({ module, version, kind: 'longtask', ms: Math.round(duration) })
  })
  window.addEventListener('error', ({ error }) => attribute(error))
  window.addEventListener('unhandledrejection', ({ reason }) => attribute(reason))
  window.addEventListener('pagehide', send)
  tell({ module: 'shell', version: shellVersion, kind: 'load_ok', ms: Math.round(performance.now()) })

  return {
    ready: (module, version, ms) => tell({ module, version, kind: 'load_ok', ms: Math.round(ms) }),
    failed: ({ module, version, stage, error, incident }) => {
      console.error(`${module}@${version} failed (${stage}, incident ${incident})`, error)
      tell({ module, version, kind: KINDS[stage], stage, incident })
    },
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

interface LongScript {
  sourceURL: string
  duration: number
}

/** Scripts that held the page up, with the file they come from. Only some browsers can tell. */
const watchLongScripts = (notice: (script: LongScript) => void) => {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('long-animation-frame')) return
  const observer = new PerformanceObserver((list) => {
    const frames = list.getEntries() as (PerformanceEntry & { scripts: readonly LongScript[] })[]
    for (const script of frames.flatMap(({ scripts }) => scripts)) notice(script)
  })
  observer.observe({ type: 'long-animation-frame' })
}
