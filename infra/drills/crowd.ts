import { performance } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { Pool } from 'undici'
import { percentile } from './percentile.ts'

/**
 * People in front of the product, as a process of their own so that a core of theirs is not one of its. What they are to do
 * comes on stdin; what became of it goes to stdout.
 */
export interface CrowdOrder {
  /** Where they go, and the name that it is known by. */
  url: string
  host: string
  /** Somebody signed in each. */
  cookies: string[]
  /** Each of these is asked in turn; heavier ones stand there less often. */
  asks: { method: 'GET' | 'POST'; path: string; body?: unknown }[]
  seconds: number
  /** Whoever is not answered by then has gone. */
  patienceMs: number
  /** So many ask again as soon as they are answered ... */
  workers?: number
  /** ... or so many ask in a second, whether or not anybody is answered. */
  perSecond?: number
}

export interface CrowdReport {
  /** Of a second each. */
  offered: number
  good: number
  refused: number
  /** Given up, or cut off. */
  lost: number
  goodMs: { p50: number; p99: number }
  refusedMs: { p50: number; p99: number }
  /** The p99 of those that were answered well, second by second. */
  p99BySecond: number[]
  /** What else was said, each kind once. */
  surprises: string[]
}

/** More cannot be under way at once: who is still waiting asks nothing else. */
const CONNECTIONS = 1_000
const TICK_MS = 5

const order = (await json(process.stdin)) as CrowdOrder
const pool = new Pool(order.url, { connections: CONNECTIONS, pipelining: 1, keepAliveTimeout: 60_000 })
const good: number[] = []
const refused: number[] = []
const goodBySecond: number[][] = []
const surprises = new Set<string>()
let offered = 0
let lost = 0
let underWay = 0

const began = performance.now()
const ends = began + order.seconds * 1_000

const ask = async () => {
  const { method, path, body } = order.asks[offered % order.asks.length] ?? { method: 'GET', path: '/' }
  const cookie = order.cookies[offered % order.cookies.length] ?? ''
  offered += 1
  underWay += 1
  const asked = performance.now()
  const givingUp = new AbortController()
  const patience = setTimeout(() => givingUp.abort(), order.patienceMs)
  try {
    const answer = await pool.request({
      method,
      path,
      headers: {
        host: order.host,
        origin: `http://${order.host}`,
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: givingUp.signal,
    })
    if (answer.statusCode < 300) {
      await answer.body.dump()
      good.push(performance.now() - asked)
      const second = Math.floor((asked - began) / 1_000)
      goodBySecond[second] ??= []
      goodBySecond[second]?.push(performance.now() - asked)
    } else if (answer.statusCode === 503 && answer.headers['retry-after'] !== undefined) {
      await answer.body.dump()
      refused.push(performance.now() - asked)
    } else surprises.add(`${answer.statusCode} ${(await answer.body.text()).slice(0, 200)}`)
  } catch (error) {
    lost += 1
    if (!givingUp.signal.aborted) surprises.add(String((error as Error & { code?: string }).code ?? error))
  } finally {
    clearTimeout(patience)
    underWay -= 1
  }
}

if (order.workers !== undefined) {
  await Promise.all(
    Array.from({ length: order.workers }, async () => {
      while (performance.now() < ends) await ask()
    }),
  )
} else {
  const perMs = (order.perSecond ?? 0) / 1_000
  const all = new Set<Promise<void>>()
  await new Promise<void>((resolve) => {
    let due = 0
    let last = began
    const ticking = setInterval(() => {
      const now = performance.now()
      if (now > ends) {
        clearInterval(ticking)
        return resolve()
      }
      // What this process itself could not send in time is not made up for in one heap.
      due = Math.min(due + (now - last) * perMs, perMs * 100)
      last = now
      while (due >= 1 && underWay < CONNECTIONS) {
        due -= 1
        const asking = ask().finally(() => all.delete(asking))
        all.add(asking)
      }
    }, TICK_MS)
  })
  await Promise.all(all)
}
await pool.destroy()

const times = (values: number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) })
const report: CrowdReport = {
  offered: offered / order.seconds,
  good: good.length / order.seconds,
  refused: refused.length / order.seconds,
  lost: lost / order.seconds,
  goodMs: times(good),
  refusedMs: times(refused),
  p99BySecond: Array.from({ length: Math.ceil(order.seconds) }, (_, second) =>
    Math.round(percentile(goodBySecond[second] ?? [], 0.99)),
  ),
  surprises: [...surprises].slice(0, 10),
}
process.stdout.write(JSON.stringify(report))
