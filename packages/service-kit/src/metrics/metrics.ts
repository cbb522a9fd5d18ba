import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import type { Metric } from 'prom-client'
import { Counter, Gauge, Registry } from './prom-client.ts'
import { RequestTimes } from './request-times.ts'

/** What a process tells of itself, in the words of Prometheus. */
export interface Metrics {
  readonly registry: Registry
  readonly requests: RequestTimes
  readonly contentType: string
  /** Everything as text, with what has to be asked for asked for now. */
  scrape(): Promise<string>
  watchPool(pool: pg.Pool): void
  /** Asked when somebody looks. A question that fails, or is not answered in time, leaves its numbers out. */
  watch(gauges: Watched, ask: () => Promise<Reading[]>): void
}

/** Names of gauges and what each says. */
export type Watched = Readonly<Record<string, string>>

export interface Reading {
  gauge: string
  labels?: Record<string, string>
  value: number
}

const NANOSECONDS = 1e9
const PATIENCE_MS = 2_000

/** The metrics of one process; `name` is the label `process` of each of them. */
export const createMetrics = (name: string): Metrics => {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  const requests = new RequestTimes()
  registry.registerMetric(requests as unknown as Metric)
  watchProcess(registry)
  const unanswered = new Counter({
    name: 'griot_metrics_unanswered_total',
    help: 'Questions of a scrape that failed or were not answered in time: their numbers are missing',
    registers: [registry],
  })
  const questions: (() => Promise<void>)[] = []

  return {
    registry,
    requests,
    contentType: registry.contentType,
    async scrape() {
      await Promise.all(questions.map((ask) => ask()))
      return registry.metrics()
    },
    watchPool: (pool) => watchPool(registry, pool),
    watch(gauges, ask) {
      const answer: Answer = { readings: [] }
      for (const [name, help] of Object.entries(gauges)) {
        // Two queues are watched by the same gauges.
        const known = registry.getSingleMetric(name) as unknown as AskedGauge | undefined
        if (known !== undefined) known.answers.push(answer)
        else registry.registerMetric(new AskedGauge(name, help, answer) as unknown as Metric)
      }
      questions.push(async () => {
        const readings = await inTime(ask())
        if (readings === undefined) unanswered.inc()
        answer.readings = readings ?? []
      })
    },
  }
}

interface Answer {
  readings: Reading[]
}

/** Says what was answered last. The library's own would say 0, or what was true once, when there is no answer. */
class AskedGauge {
  readonly name: string
  readonly help: string
  readonly type = 'gauge'
  readonly answers: Answer[]

  constructor(name: string, help: string, answer: Answer) {
    this.name = name
    this.help = help
    this.answers = [answer]
  }

  /** As the library's own metrics answer. */
  get() {
    const readings = this.answers.flatMap((answer) => answer.readings)
    const values = readings
      .filter(({ gauge }) => gauge === this.name)
      .map(({ labels = {}, value }) => ({ labels, value }))
    return { name: this.name, help: this.help, type: this.type, values, aggregator: 'sum' }
  }

  reset() {
    for (const answer of this.answers) answer.readings = []
  }
}

const inTime = async <Result>(question: Promise<Result>): Promise<Result | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined)
  })
  try {
    return await Promise.race([question.catch(() => undefined), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const gauge = (registry: Registry, name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })

const watchProcess = (registry: Registry) => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const lag = new Gauge({
    name: 'griot_event_loop_lag_seconds',
    help: 'How long the process was busy with something else, since it was last asked',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of [50, 99, 100]) {
        // Before its first look it answers with a number that is none.
        const seconds = delay.count === 0 ? 0 : delay.percentile(quantile) / NANOSECONDS
        lag.set({ quantile: String(quantile / 100) }, seconds)
      }
      delay.reset()
    },
  })
  gauge(registry, 'griot_process_cpu_seconds', 'Time on a processor since the start', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge(registry, 'griot_process_memory_bytes', 'Memory that the process takes', () => process.memoryUsage.rss())
  gauge(registry, 'griot_process_uptime_seconds', 'Since the start', () => process.uptime())
}

const watchPool = (registry: Registry, pool: pg.Pool) => {
  const connections = new Gauge({
    name: 'griot_database_connections',
    help: 'Connections of this process to the database',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
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
