import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Span as OtelSpan, SpanContext } from '@opentelemetry/api'
import { scrub } from '../scrub.ts'
import type { Span, SpanOptions, Tracing, TracingOptions } from './tracing.ts'

const SEND_EVERY_MS = 2_000
const PATIENCE_MS = 2_000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** OpenTelemetry, sending to a collector by OTLP over HTTP. Loaded here and nowhere else, and only when it is wanted. */
export const openTracing = async ({ process, log, endpoint, share }: TracingOptions): Promise<Tracing> => {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: PATIENCE_MS,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `griot-${process}`, 'service.namespace': 'griot' }),
    // Whoever began a trace has decided for everyone in it.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  })
  const tracer = provider.getTracer('griot')
  const current = new AsyncLocalStorage<OtelSpan>()
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL,
  }

  const parentOf = (traceparent: string | undefined): Context => {
    const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
    if (traceId !== undefined && spanId !== undefined) {
      const remote: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true }
      return trace.setSpanContext(ROOT_CONTEXT, remote)
    }
    const span = current.getStore()
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span)
  }
  const begin = (name: string, { kind, parent, attributes = {} }: SpanOptions, began?: number) =>
    tracer.startSpan(
      name,
      { kind: kinds[kind], attributes, ...(began === undefined ? {} : { startTime: began }) },
      parentOf(parent),
    )
  const asSpan = (span: OtelSpan): Span => ({
    traceparent: traceparentOf(span),
    rename: (name) => span.updateName(name),
    set: (attributes) => span.setAttributes(attributes),
    fail: (error) => {
      // What the logs must not say, the traces must not either.
      span.setStatus({ code: SpanStatusCode.ERROR, message: scrub(String(error)) })
    },
  })

  log.info({ share }, 'traces are written')
  return {
    span: (name, options, work) => {
      const span = begin(name, options)
      const own = asSpan(span)
      return current.run(span, async () => {
        try {
          return await work(own)
        } catch (error) {
          own.fail(error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    note: (name, { began, ended, ...options }) => {
      const span = begin(name, options, began)
      span.end(ended)
      return traceparentOf(span)
    },
    traceparent: () => {
      const span = current.getStore()
      return span === undefined ? undefined : traceparentOf(span)
    },
    async close() {
      const sent = provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces not sent'))
      // A collector that is away must not keep a process from ending: the library would try again for a while.
      await Promise.race([sent, delay(PATIENCE_MS, undefined, { ref: false })])
    },
  }
}

const traceparentOf = (span: OtelSpan) => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
