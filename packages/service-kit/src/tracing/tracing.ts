import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { z } from 'zod'
import type { Log } from '../log/log.ts'

/** Variables of OpenTelemetry. The exporter itself reads `OTEL_EXPORTER_OTLP_HEADERS`. */
export const TracingEnvironment = z.object({
  /** Traces are sent to `<this>/v1/traces`; without it tracing is off and loads no library but the API. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Share of traces that are recorded, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
})

export interface TracingOptions {
  process: string
  log: Log
  endpoint: string
  share: number
  /** The process is reached by browsers: a `traceparent` of theirs is ignored and a new trace begins. */
  isPublic: boolean
}

let stop: (() => Promise<void>) | undefined

/** Starts tracing if it is configured. Call it before the first connection is opened. */
export const startTracing = async (
  process: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: z.output<typeof TracingEnvironment>,
  log: Log,
  { isPublic = false } = {},
) => {
  if (endpoint === undefined) return
  const { openTracing } = await import('./open-telemetry.ts')
  stop = await openTracing({ process, log, endpoint, share, isPublic })
}

/** Sends the remaining spans. */
export const stopTracing = async () => {
  await stop?.()
  stop = undefined
}

/** Names the span of the current request by its route, which the HTTP instrumentation does not see. */
export const nameRequestSpan = (method: string, route: string, requestId: string) => {
  const span = trace.getActiveSpan()
  span?.updateName(`${method} ${route}`)
  span?.setAttributes({ 'http.route': route, 'griot.request_id': requestId })
}

/** The W3C `traceparent` of the active span, to store it with work that is done later. */
export const currentTraceparent = () => {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

const tracer = () => trace.getTracer('griot')

export interface StoredWork {
  name: string
  /** Of the span that stored the work. */
  traceparent: string | undefined
  /** Milliseconds since 1970. */
  since: number
  attributes?: Record<string, string | number>
}

const waitSpan = (kind: SpanKind, { name, traceparent, since, attributes = {} }: StoredWork) => {
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent })
  const span = tracer().startSpan(name, { kind, startTime: since, attributes }, parent)
  span.end(Math.max(since, Date.now()))
  return trace.setSpan(parent, span)
}

/** Records the time that work waited in the outbox. Returns the `traceparent` for its next step. */
export const recordDelivery = (work: StoredWork) => {
  const carrier: { traceparent?: string } = {}
  propagation.inject(waitSpan(SpanKind.PRODUCER, work), carrier)
  return carrier.traceparent ?? work.traceparent
}

/** Records the time that a job waited, then runs it in a span of its own. */
export const runInSpan = <Result>(name: string, waited: StoredWork, run: () => Promise<Result>): Promise<Result> => {
  const parent = waitSpan(SpanKind.INTERNAL, waited)
  const options = { kind: SpanKind.CONSUMER, attributes: waited.attributes ?? {} }
  return tracer().startActiveSpan(name, options, parent, async (span) => {
    try {
      return await run()
    } catch (error) {
      span.recordException(error as Error)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
