import { performance } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { Pool } from 'undici'
import { percentile } from '../testing/statistics.ts'

/** Input of this program on stdin. It is a process of its own, so that it can use another core than the product. */
export interface LoadOrder {
  url: string
  /** The `Host` header. */
  host: string
  /** One session each. */
  cookies: string[]
  /** Sent in rotation. */
  requests: { method: 'GET' | 'POST'; path: string; body?: unknown }[]
  seconds: number
  timeoutMs: number
  /** Closed loop: this many clients, each of which sends its next request after a response ... */
  workers?: number
  /** ... or open loop: this many requests per second, independent of responses. */
  perSecond?: number
}

/** Output on stdout. Counts are per second. */
export interface LoadReport {
  offered: number
  succeeded: number
  /** 503 with Retry-After. */
  refused: number
  /** Timed out or disconnected. */
  lost: number
  succeededMs: { p50: number; p99: number }
  refusedMs: { p50: number; p99: number }
  /** The p99 of successful requests, for each second. */
  p99BySecond: number[]
  /** Other responses and errors, each once. */
  unexpected: string[]
}

const MAX_CONNECTIONS = 1_000
const TICK_MS = 5

const order = (await json(process.stdin)) as LoadOrder
const pool = new Pool(order.url, { connections: MAX_CONNECTIONS, pipelining: 1, keepAliveTimeout: 60_000 })
const succeeded: number[] = []
const refused: number[] = []
const succeededBySecond: number[][] = []
const unexpected = new Set<string>()
let offered = 0
let lost = 0
let inFlight = 0

const startedAt = performance.now()
const endsAt = startedAt + order.seconds * 1_000

const send = async () => {
  const { method, path, body } = order.requests[offered % order.requests.length] ?? { method: 'GET', path: '/' }
  const cookie = order.cookies[offered % order.cookies.length] ?? ''
  offered += 1
  inFlight += 1
  const sentAt = performance.now()
  const aborting = new AbortController()
  const timeout = setTimeout(() => aborting.abort(), order.timeoutMs)
  try {
    const response = await pool.request({
      method,
      path,
      headers: {
        host: order.host,
        origin: `http://${order.host}`,
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: aborting.signal,
    })
    if (response.statusCode < 300) {
      await response.body.dump()
      const milliseconds = performance.now() - sentAt
      succeeded.push(milliseconds)
      const second = Math.floor((sentAt - startedAt) / 1_000)
      succeededBySecond[second] ??= []
      succeededBySecond[second]?.push(milliseconds)
    } else if (response.statusCode === 503 && response.headers['retry-after'] !== undefined) {
      await response.body.dump()
      refused.push(performance.now() - sentAt)
    } else unexpected.add(`${response.statusCode} ${(await response.body.text()).slice(0, 200)}`)
  } catch (error) {
    lost += 1
    if (!aborting.signal.aborted) unexpected.add(String((error as Error & { code?: string }).code ?? error))
  } finally {
    clearTimeout(timeout)
    inFlight -= 1
  }
}

const sendFromWorkers = (workers: number) =>
  Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < endsAt) await send()
    }),
  )

const sendAtRate = async (perSecond: number) => {
  const perMs = perSecond / 1_000
  const pending = new Set<Promise<void>>()
  await new Promise<void>((resolve) => {
    let due = 0
    let last = startedAt
    const ticking = setInterval(() => {
      const now = performance.now()
      if (now > endsAt) {
        clearInterval(ticking)
        return resolve()
      }
      // At most 100 ms of requests that this process could not send in time are sent later.
      due = Math.min(due + (now - last) * perMs, perMs * 100)
      last = now
      while (due >= 1 && inFlight < MAX_CONNECTIONS) {
        due -= 1
        const sending = send().finally(() => pending.delete(sending))
        pending.add(sending)
      }
    }, TICK_MS)
  })
  await Promise.all(pending)
}

await (order.workers === undefined ? sendAtRate(order.perSecond ?? 0) : sendFromWorkers(order.workers))
await pool.destroy()

const summarize = (values: number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) })
const report: LoadReport = {
  offered: offered / order.seconds,
  succeeded: succeeded.length / order.seconds,
  refused: refused.length / order.seconds,
  lost: lost / order.seconds,
  succeededMs: summarize(succeeded),
  refusedMs: summarize(refused),
  p99BySecond: Array.from({ length: Math.ceil(order.seconds) }, (_, second) =>
    Math.round(percentile(succeededBySecond[second] ?? [], 0.99)),
  ),
  unexpected: [...unexpected].slice(0, 10),
}
process.stdout.write(JSON.stringify(report))
