import { versionNamedIn } from '@griot/contracts/module-address'
import type { TelemetryEvent } from '@griot/contracts/module-registry'
import { onCaught } from '../caught-errors.ts'
import { natives } from '../natives.ts'
import { watchChangedFiles } from './integrity.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import type { LoadStage, ModuleFailure } from './module-state.ts'

const BATCH_MS = 2000
const MAX_EVENTS = 50

const KINDS: Record<LoadStage, TelemetryEvent['kind']> = {
  entry: 'load_fail',
  chunk: 'load_fail',
  integrity: 'integrity_fail',
  evaluate: 'load_fail',
  contract: 'contract_fail',
  setup: 'contract_fail',
  render: 'render_fail',
  stall: 'stall',
  'render-loop': 'render_loop',
  'ended-tab': 'ended_tab',
  'page-removed': 'render_fail',
}

/** Two of them and the other events of a batch fit into a report. */
const MAX_DETAILS = 2

/** Sends the results of module loading in this tab to the gateway, in batches. Only a message or a path can name a user. */
export const createTelemetry = (shellVersion: string) => {
  let batch: TelemetryEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    const { clearTimeout, sendBeacon, stringify } = natives()
    clearTimeout(timer)
    timer = undefined
    // A beacon is sent even if the page closes.
    if (batch.length > 0) sendBeacon?.('/mfe/v1/telemetry', stringify({ events: batch }))
    batch = []
  }

  const add = (event: TelemetryEvent) => {
    const { setTimeout } = natives()
    if (batch.length < MAX_EVENTS) batch.push(event)
    timer ??= setTimeout(send, BATCH_MS)
  }

  // An event of its own: a gateway of an earlier release ignores it, but rejects events with further fields.
  const addDetail = (module: string, version: string, error: unknown, incident?: string) => {
    if (batch.filter(({ kind }) => kind === 'detail').length >= MAX_DETAILS) return
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    add({
      ...{ module, version, kind: 'detail', page: window.location.pathname.slice(0, 200) },
      message: message.slice(0, 300) || 'without a message',
      ...(stack && { stack: stack.replaceAll(window.location.origin, '').slice(0, 1000) }),
      ...(incident && { incident }),
    })
  }

  const errorCaught = (module: string, version: string, error: unknown) => {
    add({ module, version, kind: 'error' })
    addDetail(module, version, error)
  }

  /** Attributes an uncaught error to the module whose file the stack names. */
  const attribute = (error: unknown) => {
    const source = versionNamedIn(error instanceof Error ? (error.stack ?? '') : '')
    if (!source) return
    console.error(`uncaught error of ${source.module}@${source.version}`, error)
    errorCaught(source.module, source.version, error)
  }

  const addForFile = (address: string, event: Omit<TelemetryEvent, 'module' | 'version'>) => {
    const source = versionNamedIn(address)
    if (source) add({ ...source, ...event })
  }

  watchChangedFiles((address) => addForFile(address, { kind: 'integrity_fail', stage: 'integrity' }))
  window.addEventListener('error', ({ error }) => attribute(error))
  // Errors caught by ModuleBoundary are reported as failures of the version.
  onCaught(({ error, boundary }) => boundary instanceof ModuleBoundary || attribute(error))
  window.addEventListener('unhandledrejection', ({ reason }) => attribute(reason))
  window.addEventListener('pagehide', send)
  add({ module: 'shell', version: shellVersion, kind: 'load_ok', ms: Math.round(performance.now()) })

  return {
    ready: (module: string, version: string, ms: number) =>
      add({ module, version, kind: 'load_ok', ms: Math.round(ms) }),
    failed: ({ module, version, stage, error, incident }: ModuleFailure) => {
      console.error(`${module}@${version} failed (${stage}, incident ${incident})`, error)
      add({ module, version, kind: KINDS[stage], stage, incident })
      addDetail(module, version, error, incident)
    },
    /** An error after which the page still works. */
    errorCaught,
    /** A script of this file blocked the page. */
    scriptBlocked: (address: string, ms: number) => addForFile(address, { kind: 'longtask', ms: Math.round(ms) }),
    /** A response to the module had status 5xx. */
    apiFailed: (module: string, version: string) => {
      // The gateway counts users, so one event for each batch is enough.
      const isKnown = batch.some((one) => one.kind === 'api5xx' && one.module === module && one.version === version)
      if (!isKnown) add({ module, version, kind: 'api5xx' })
    },
  }
}
