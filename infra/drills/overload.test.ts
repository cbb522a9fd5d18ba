import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNginx } from '../testing/nginx.ts'
import { type Instances, startInstances } from '../testing/start-instances.ts'
import { createRequestLoad } from './request-load.ts'

// The product uses one core and the clients another one. On a shared core the figures would mean nothing.
const cores = availableParallelism()
const canRun = process.env.LONG_DRILLS && hasRedis && hasNginx && cores >= 2
const moveTo = (list: string) => spawnSync('taskset', ['-acp', list, `${process.pid}`])

let product: Instances
let requests: Awaited<ReturnType<typeof createRequestLoad>>

beforeAll(async () => {
  if (!canRun) return
  moveTo('1')
  product = await startInstances({ instances: 1 })
  moveTo(`0-${cores - 1}`)
  // Without the balancer, which shares the core.
  requests = await createRequestLoad({ product, url: product.originOf('gateway'), seconds: 5, core: 0 })
}, 180_000)
afterAll(async () => {
  if (canRun) await product.stop()
})

const PROBES = [
  ['gateway', '/readyz'],
  ['catalog', '/healthz'],
  ['listening-points', '/healthz'],
  ['media', '/healthz'],
] as const
const PROBE_TIMEOUT_MS = 4_000

/** Probes each process as a cluster does. Returns a function that stops and returns the longest series of failures of each. */
const startProbes = () => {
  const failures = new Map<string, number>()
  const stopping = new AbortController()
  const probes = PROBES.map(async ([name, path]) => {
    for (let inARow = 0; !stopping.signal.aborted; ) {
      const url = new URL(path, product.originOf(name))
      const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(() => undefined)
      await response?.arrayBuffer().catch(() => {})
      inARow = response?.ok ? 0 : inARow + 1
      failures.set(name, Math.max(failures.get(name) ?? 0, inARow))
      await sleep(500)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(probes)
    return Object.fromEntries(failures)
  }
}

const CLIENTS = 200
const RECOVERY_SECONDS = 10

const print = (title: string, figures: object) => process.stdout.write(`${title}: ${JSON.stringify(figures)}\n`)

describe.runIf(canRun)('more clients than connections to the database', { timeout: 240_000 }, () => {
  it('receive a response to every request, nearly always within a second', async () => {
    const order = { workers: CLIENTS, timeoutMs: 15_000 }
    // Just after the start all requests succeed as well, but on one core some of the first take three seconds.
    const first = await requests.send({ seconds: 5, ...order })
    const report = await requests.send({ seconds: 10, ...order })
    print('200 clients', { first, report })

    for (const { unexpected, lost } of [first, report])
      expect({ unexpected, lost }).toEqual({ unexpected: [], lost: 0 })
    // On a slower or busy machine: four times the average.
    const averageMs = (CLIENTS / report.succeeded) * 1_000
    expect(report.succeededMs.p99).toBeLessThan(Math.max(1_000, 4 * averageMs))
  })

  it('at ten times the capacity 80 % of the capacity is served, and the product recovers', async () => {
    const { succeeded: capacity } = await requests.send({ seconds: 8, workers: 32 })
    const calm = await requests.send({ seconds: 8, perSecond: capacity * 0.3 })
    const stopProbes = startProbes()
    const overloaded = await requests.send({ seconds: 30, perSecond: capacity * 10 })
    // First the services finish requests whose clients have disconnected.
    const recovering = await requests.send({ seconds: RECOVERY_SECONDS, perSecond: capacity * 0.3 })
    const after = await requests.send({ seconds: 6, perSecond: capacity * 0.3 })
    const failures = await stopProbes()
    print('overload', { capacity, calm, overloaded, recovering, after, failures })

    expect(overloaded.unexpected).toEqual([])
    expect(overloaded.succeeded).toBeGreaterThan(capacity * 0.8)
    expect(recovering.unexpected).toEqual([])
    expect({ unexpected: after.unexpected, lost: after.lost }).toEqual({ unexpected: [], lost: 0 })
    for (const p99 of after.p99BySecond) expect(p99).toBeLessThan(1_000)
    // A cluster removes a process after two failures in a row, and restarts it after six.
    for (const count of Object.values(failures)) expect(count).toBeLessThan(2)
  })
})
