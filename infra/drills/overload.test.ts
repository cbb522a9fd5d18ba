import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNginx } from '../copies/nginx.ts'
import { startTwoOfEverything } from '../copies/two-of-everything.ts'
import { gatherCrowd } from './gather-crowd.ts'

// The product on one core and the crowd on another, or they take each other's time and nothing can be said.
const cores = availableParallelism()
const canRun = process.env.LONG_DRILLS && hasRedis && hasNginx && cores >= 2
const moveTo = (list: string) => spawnSync('taskset', ['-acp', list, `${process.pid}`])

let house: Awaited<ReturnType<typeof startTwoOfEverything>>
let crowd: Awaited<ReturnType<typeof gatherCrowd>>

beforeAll(async () => {
  if (!canRun) return
  moveTo('1')
  house = await startTwoOfEverything({ copies: 1 })
  moveTo(`0-${cores - 1}`)
  // Past the balancer, which shares the core.
  crowd = await gatherCrowd({ house, url: house.directly('gateway'), seconds: 5, core: 0 })
}, 180_000)
afterAll(async () => {
  if (canRun) await house.stop()
})

const PROBES = [
  ['gateway', '/readyz'],
  ['catalog', '/healthz'],
  ['listening-points', '/healthz'],
  ['media', '/healthz'],
] as const
const PROBE_PATIENCE_MS = 4_000

/** Asks each process how it does, with the patience that a cluster has; answers how often in a row one did not say well. */
const probe = () => {
  const worst = new Map<string, number>()
  const probing = new AbortController()
  const all = PROBES.map(async ([name, path]) => {
    for (let inARow = 0; !probing.signal.aborted; ) {
      const url = new URL(path, house.directly(name))
      const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_PATIENCE_MS) }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => {})
      inARow = answer?.ok ? 0 : inARow + 1
      worst.set(name, Math.max(worst.get(name) ?? 0, inARow))
      await sleep(500)
    }
  })
  return async () => {
    probing.abort()
    await Promise.all(all)
    return Object.fromEntries(worst)
  }
}

const AT_A_TIME = 200
const RECOVERY_SECONDS = 10

/** Figures for whoever reads the run; they are why it takes so long. */
const say = (what: string, figures: object) => process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)

describe.runIf(canRun)('far more people than there are connections to the database', { timeout: 240_000 }, () => {
  it('two hundred at a time are all answered, nearly all of them within a second', async () => {
    const coming = { workers: AT_A_TIME, patienceMs: 15_000 }
    // Processes that have only just started answer everybody, too, but on one core some of the first wait for three seconds.
    const first = await crowd.send({ seconds: 5, ...coming })
    const report = await crowd.send({ seconds: 10, ...coming })
    say('two hundred at a time', { first, report })

    for (const { surprises, lost } of [first, report]) expect({ surprises, lost }).toEqual({ surprises: [], lost: 0 })
    // On a machine that is slower than that, or busy with something else: a few times what everybody’s turn is.
    const turnMs = (AT_A_TIME / report.good) * 1_000
    expect(report.goodMs.p99).toBeLessThan(Math.max(1_000, 4 * turnMs))
  })

  it('a thousand who ask ten times as fast as they can be answered leave four fifths answered, and nothing behind', async () => {
    const { good: capacity } = await crowd.send({ seconds: 8, workers: 32 })
    const calm = await crowd.send({ seconds: 8, perSecond: capacity * 0.3 })
    const endProbes = probe()
    const crowded = await crowd.send({ seconds: 30, perSecond: capacity * 10 })
    // What those left behind who gave up is worked off first.
    const recovering = await crowd.send({ seconds: RECOVERY_SECONDS, perSecond: capacity * 0.3 })
    const after = await crowd.send({ seconds: 6, perSecond: capacity * 0.3 })
    const notWell = await endProbes()
    say('overload', { capacity, calm, crowded, recovering, after, notWell })

    expect(crowded.surprises).toEqual([])
    expect(crowded.good).toBeGreaterThan(capacity * 0.8)
    expect(recovering.surprises).toEqual([])
    expect({ surprises: after.surprises, lost: after.lost }).toEqual({ surprises: [], lost: 0 })
    for (const late of after.p99BySecond) expect(late).toBeLessThan(1_000)
    // A cluster takes a process out after two, and starts it again after six.
    for (const inARow of Object.values(notWell)) expect(inARow).toBeLessThan(2)
  })
})
