import { z } from 'zod'
import type { Log } from '../log.ts'

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  /** The `traceparent` of what this is a part of; without it, of whatever it happens in. */
  parent?: string | undefined
  attributes?: Attributes
}

export type Attributes = Record<string, string | number | boolean>

/** Something that takes time, while it does. */
export interface Span {
  /** As `traceparent` has it, for whoever goes on elsewhere. */
  readonly traceparent: string
  rename(name: string): void
  set(attributes: Attributes): void
  /** It did not end well. */
  fail(error: unknown): void
}

/** Who writes down what happens: there only while traces are wanted. */
export interface Tracing {
  /** Does `work` as a part of a trace; what happens in it is a part of that. */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Notes what is over already; answers its `traceparent`. */
  note(name: string, options: SpanOptions & { began: number; ended: number }): string
  /** Of the span that this happens in. */
  traceparent(): string | undefined
  /** Sends what has not been sent. */
  close(): Promise<void>
}

/** The names are OpenTelemetry's own; how to sign in at the collector (`OTEL_EXPORTER_OTLP_HEADERS`) its library reads itself. */
export const TracingEnvironment = z.object({
  /** Traces are sent to `<this>/v1/traces`; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Which part of the traces is written, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
})

export interface TracingOptions {
  process: string
  log: Log
  endpoint: string
  share: number
}

let active: Tracing | undefined

/** Undefined while no traces are wanted, which is the usual: then nothing of all this is loaded, and nothing is done. */
export const tracing = () => active

/** Begins to write traces if they are wanted. Before anything that is to be seen in them. */
export const startTracing = async (
  process: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: z.output<typeof TracingEnvironment>,
  log: Log,
) => {
  if (endpoint === undefined) return
  const { openTracing } = await import('./open-telemetry.ts')
  active = await openTracing({ process, log, endpoint, share })
}

/** What a request to another service of ours carries, so that its trace goes on there. */
export const traceHeaders = (): Record<string, string> => {
  const traceparent = active?.traceparent()
  return traceparent === undefined ? {} : { traceparent }
}

export const stopTracing = async () => {
  const last = active
  active = undefined
  await last?.close()
}

/** Does `work`, and has it seen in the trace if there is one. */
export const traced = <Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> =>
  active === undefined ? work() : active.span(name, options, work)

/** The same for what is only worth telling as a part of something: what a process asks by itself would fill the traces. */
export const tracedWithin = <Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> => (active?.traceparent() === undefined ? work() : active.span(name, options, work))
