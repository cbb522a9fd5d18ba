import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  type Metric,
  Registry,
} from 'prom-client'

/** Seconds: from a cached response to one that most callers no longer wait for. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface RouteLabels {
  method: string
  /** The pattern, such as `/api/podcast/:id`; URLs would create a time series each. */
  route: string
  /** `long` for uploads, events and audio: their duration depends on the client. */
  kind: 'short' | 'long'
}

export interface Reading {
  gauge: string
  labels?: Record<string, string>
  value: number
}

const READ_TIMEOUT_MS = 2_000

/** The Prometheus metrics of one process. `name` is the label `process` of every metric. */
export const createMetrics = (name: string) => {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  const registers = [registry]
  const known = <Kind extends Metric>(metric: string) => registry.getSingleMetric(metric) as Kind | undefined

  const watched: { gauge: Gauge; isLabelled: boolean }[] = []
  const reads: (() => Promise<void>)[] = []
  let current: Promise<string> | undefined

  collectDefaultMetrics({ register: registry, prefix: 'griot_' })
  const unanswered = new Counter({
    name: 'griot_metrics_unanswered_total',
    help: 'Reads of a scrape that failed or timed out: their gauges are missing',
    registers,
  })

  const readAll = async () => {
    for (const { gauge, isLabelled } of watched) isLabelled ? gauge.reset() : gauge.remove()
    await Promise.all(reads.map((read) => read()))
    return registry.metrics()
  }

  return {
    contentType: registry.contentType,
    /** Duration of requests in seconds. */
    requests: new Histogram<keyof RouteLabels | 'status'>({
      name: 'griot_http_request_seconds',
      help: 'Requests by route, and how long each took',
      labelNames: ['method', 'route', 'kind', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    /** The text format, with the watched gauges read now. */
    scrape() {
      // Concurrent scrapes share one read, so that none sees gauges that another has just reset.
      current ??= readAll().finally(() => {
        current = undefined
      })
      return current
    },
    /** The counter of this name, created on the first call. */
    counter: (options: Omit<CounterConfiguration<string>, 'registers'>) =>
      known<Counter>(options.name) ?? new Counter({ ...options, registers }),
    histogram: (options: Omit<HistogramConfiguration<string>, 'registers'>) =>
      known<Histogram>(options.name) ?? new Histogram({ ...options, registers }),
    watchPool: (pool: pg.Pool) => watchPool(registry, pool),
    /**
     * Gauges (name → help) that `read` fills at each scrape. If it fails or takes longer than 2 s, the scrape leaves them
     * out: an old value or 0 would be wrong.
     */
    watch(gauges: Readonly<Record<string, string>>, read: () => Promise<Reading[]>, labelNames: string[] = []) {
      for (const [name, help] of Object.entries(gauges)) {
        if (known(name)) continue
        const gauge = new Gauge({ name, help, labelNames, registers })
        watched.push({ gauge, isLabelled: labelNames.length > 0 })
      }
      reads.push(async () => {
        const timedOut = delay(READ_TIMEOUT_MS, undefined, { ref: false })
        const readings = await Promise.race([read().catch(() => undefined), timedOut])
        if (readings === undefined) unanswered.inc()
        for (const { gauge, labels = {}, value } of readings ?? []) known<Gauge>(gauge)?.set(labels, value)
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

const gauge = (registry: Registry, name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })

const watchPool = (registry: Registry, pool: pg.Pool) => {
  new Gauge({
    name: 'griot_database_connections',
    help: 'Connections of this process to the database',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  gauge(
    registry,
    'griot_database_waiting',
    'Queries that wait for a connection because all are busy',
    () => pool.waitingCount,
  )
  gauge(
    registry,
    'griot_database_connections_max',
    'Connections that this process may open',
    () => pool.options.max ?? 10,
  )
}
