import { createRequire, syncBuiltinESMExports } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { type Context, context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { scrub } from '../log/redact.ts'
import type { TracingOptions } from './tracing.ts'

const SEND_EVERY_MS = 2_000
const SEND_TIMEOUT_MS = 2_000

const instrumentations = [
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

/**
 * Standard instrumentation of HTTP, fetch and PostgreSQL; spans go to a collector by OTLP over HTTP. Returns a function
 * that sends the remaining spans and stops.
 */
export const openTracing = ({ process, log, endpoint, share, isPublic }: TracingOptions) => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: SEND_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `griot-${process}`, 'service.namespace': 'griot' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [redactSpans, new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(isPublic ? new InjectOnlyPropagator() : new W3CTraceContextPropagator())
  registerInstrumentations({ instrumentations, tracerProvider: provider })
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

class InjectOnlyPropagator extends W3CTraceContextPropagator {
  override extract(into: Context) {
    return into
  }
}

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
