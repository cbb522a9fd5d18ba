import { createRequire, syncBuiltinESMExports } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { context, propagation, type TextMapPropagator, trace } from '@opentelemetry/api'
import type { SpanProcessor } from '@opentelemetry/sdk-trace'
import { scrub } from '../log/redact.ts'
import type { TracingOptions } from './tracing.ts'

const SEND_EVERY_MS = 2_000
const SEND_TIMEOUT_MS = 2_000

/** Imported here: a bundle turns static imports of a module that is loaded on demand into imports of the whole program. */
const loadPackages = async () => {
  const packages = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/instrumentation'),
    import('@opentelemetry/instrumentation-http'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/instrumentation-undici'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const [contexts, core, exporter, instrumentation, http, pg, undici, resources, sdk] = packages
  return { ...contexts, ...core, ...exporter, ...instrumentation, ...http, ...pg, ...undici, ...resources, ...sdk }
}

type Packages = Awaited<ReturnType<typeof loadPackages>>

const createInstrumentations = ({ HttpInstrumentation, UndiciInstrumentation, PgInstrumentation }: Packages) => [
  new HttpInstrumentation({
    requireParentforOutgoingSpans: true,
    ignoreIncomingRequestHook: ({ url = '' }) => /^\/(healthz|readyz|metrics)\b/.test(url),
  }),
  new UndiciInstrumentation({ requireParentforSpans: true }),
  new PgInstrumentation({
    requireParentSpan: true,
    // By default the name of a prepared statement, which is a hash here.
    requestHook: (span, { query }) => span.updateName(`sql ${/\w+/.exec(query.text)?.[0]?.toLowerCase()}`),
  }),
]

let instrumentations: ReturnType<typeof createInstrumentations> | undefined

/**
 * Standard instrumentation of HTTP, fetch and PostgreSQL; spans go to a collector by OTLP over HTTP. Returns a function
 * that sends the remaining spans and stops.
 */
export const openTracing = async ({ process, log, endpoint, share, isPublic }: TracingOptions) => {
  const packages = await loadPackages()
  const exporter = new packages.OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: SEND_TIMEOUT_MS,
  })
  const provider = new packages.TracerProvider({
    resource: packages.resourceFromAttributes({ 'service.name': `griot-${process}`, 'service.namespace': 'griot' }),
    sampler: new packages.ParentBasedSampler({ root: new packages.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [redactSpans, new packages.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new packages.AsyncLocalStorageContextManager().enable())
  const propagator = new packages.W3CTraceContextPropagator()
  propagation.setGlobalPropagator(isPublic ? withoutExtract(propagator) : propagator)
  instrumentations ??= createInstrumentations(packages)
  packages.registerInstrumentations({ instrumentations, tracerProvider: provider })
  patchLoadedModules()
  log.info({ share }, 'tracing started')
  return async () => {
    const sent = provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces not sent'))
    // The exporter retries; an unavailable collector must not delay the shutdown.
    await Promise.race([sent, delay(SEND_TIMEOUT_MS, undefined, { ref: false })])
    trace.disable()
    context.disable()
    propagation.disable()
  }
}

/**
 * Instrumentations patch a CommonJS module when it is required, but our ES modules are linked before tracing starts and
 * never call `require`. Requiring the loaded modules once applies the patches to them, without a loader hook.
 */
const patchLoadedModules = () => {
  const require = createRequire(import.meta.url)
  for (const name of ['http', 'https', 'pg']) require(name)
  syncBuiltinESMExports()
}

/** Names this process to others, and ignores what clients send. */
const withoutExtract = (propagator: TextMapPropagator): TextMapPropagator => ({
  inject: (...args) => propagator.inject(...args),
  extract: (into) => into,
  fields: () => propagator.fields(),
})

// Addresses of clients, and queries: these hold sign-in codes and search texts.
const DROPPED = ['client.address', 'network.peer.address', 'user_agent.original', 'url.query']

/** Applies the rules of the log to spans: no secrets, no personal data. */
const redactSpans: SpanProcessor = {
  onStart() {},
  onEnd({ attributes, events, status }) {
    for (const one of [attributes, ...events.map((event) => event.attributes ?? {})]) {
      for (const [name, value] of Object.entries(one)) {
        if (DROPPED.includes(name)) delete one[name]
        else if (typeof value === 'string') one[name] = scrub(value)
      }
    }
    if (status.message !== undefined) status.message = scrub(status.message)
  },
  forceFlush: async () => {},
  shutdown: async () => {},
}
