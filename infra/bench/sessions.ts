import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../common/with-client.ts'
import { signIn } from '../testing/sign-in.ts'
import { median } from '../testing/statistics.ts'
import { AUDIO_FILE, createCatalogRows } from './catalog-rows.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchHarness } from './harness.ts'
import { USERS } from './job-requests.ts'
import { ADMIN, ENTRIES_PER_USER, HOST, type Job, jobsFor, requireEvents } from './jobs.ts'
import { createClient, runWorkers, warmUp } from './load.ts'
import { findPgbench, runPgbench, startStack, startStackGateway } from './peers.ts'
import { createTables, idOf } from './statements.ts'

const ROUNDS = 3
const CONNECTIONS = 20
// V8 optimizes a function after many calls. A warm-up by time would leave the slower side less optimized.
const WARM_UP_REQUESTS = 10_000
// Longer than the pause between two deliveries of events.
const IDLE_WINDOW_MS = 1_500
const IDLE_SHARE = 0.05

interface Measured {
  rate: number
  /** Median duration of an operation in milliseconds. */
  p50: number
  /** Milliseconds of CPU per operation, of the Node processes and of PostgreSQL. */
  node: number
  postgres: number
}

export interface JobResult {
  job: string
  ours: Measured
  stack: Measured
  /** The stack behind a minimal gateway. */
  relayed: Measured
  pgbench: Measured | undefined
}

type Load = Omit<Awaited<ReturnType<typeof runWorkers>>, 'p50'> & { p50?: number }

const createRows = (adminUrl: string) =>
  withClient(adminUrl, async (client) => {
    await createTables(client, USERS, ENTRIES_PER_USER)
    await createCatalogRows(client, HOST)
    // Sessions earn points only for audio that the gateway has sent.
    await client.query(`
      insert into gateway.audio_sent (user_id, media_id, object_key, size_bytes, sent_bytes, updated_at, sent_on)
        select id, '${AUDIO_FILE}', 'originals/drum', 1000000, '{[0,1000000)}', now(), current_date from gateway.user_account
    `)
    await client.query(`
      insert into listening_points.listener (user_id, week, pledge_day, total_points, weekly_points)
        select user_id, date_trunc('week', now() at time zone 'UTC')::date, now()::date, total_points, total_points
        from bench.balance;
      insert into listening_points.ledger_entry (user_id, kind, source_id, type, points, about, week)
        select user_id, kind, source_id, 'listening', points, '{"title": "The Drum", "minutes": 1}',
          date_trunc('week', now() at time zone 'UTC')::date
        from bench.ledger;
    `)
    await client.query('vacuum analyze')
  })

/**
 * Sessions, heartbeats and reads through the gateway, compared with minimal code on the same stack and with pgbench. All
 * processes that serve a listener are measured, until they have delivered and applied all events.
 */
export const benchSessions = async (harness: BenchHarness, seconds: number): Promise<JobResult[]> => {
  const urls = await harness.createDatabase('griot')
  const ids = Array.from({ length: USERS }, (_, index) => idOf('user', index + 1))
  const cookies = await signIn(urls.gateway, [...ids, HOST, ADMIN])
  await createRows(urls.admin)
  const product = await harness.startProduct(urls, `${ADMIN}@example.org`)
  const stack = await startStack(urls.admin)
  const ours = createClient(product.url, CONNECTIONS)
  const gateway = await startStackGateway(stack)
  const stackClient = createClient(stack.url, CONNECTIONS)
  const relayedClient = createClient(gateway.url, CONNECTIONS)
  const program = findPgbench()

  const { measure, settle } = createMeter(harness.postgresPid, product.pids)
  const measureJob = async ({ name, isSingle = false, ...job }: Job): Promise<JobResult> => {
    const onStack = () => job.stack(stackClient)
    const throughGateway = () => job.stack(relayedClient)
    await job.before?.()
    if (!isSingle) {
      // Warm up the code, and update the statistics of the planner.
      const times = WARM_UP_REQUESTS / (job.requests ?? 1)
      for (const work of [job.ours, onStack, throughGateway]) await warmUp(work, CONNECTIONS, times)
      await withClient(urls.admin, (client) => client.query('analyze'))
    }
    if (job.hasEvents) await settle()
    const rounds: Record<'ours' | 'stack' | 'relayed' | 'pgbench', Measured[]> = {
      ours: [],
      stack: [],
      relayed: [],
      pgbench: [],
    }
    // Interleaved, so that other load on the machine affects all of them.
    for (let round = 0; round < ROUNDS; round++) {
      await job.before?.()
      const load = (work: () => Promise<void>) => () => runWorkers(work, isSingle ? 1 : CONNECTIONS, seconds * 1000)
      rounds.ours.push(await measure(product.pids, load(job.ours), job.hasEvents ? settle : undefined))
      rounds.stack.push(await measure([stack.pid], load(onStack)))
      rounds.relayed.push(await measure([stack.pid, gateway.pid], load(throughGateway)))
      if (program !== undefined && job.pgbench !== undefined) {
        const script = job.pgbench
        const options = { program, databaseUrl: urls.admin, folder: harness.dataDir }
        rounds.pgbench.push(await measure([], () => runPgbench(options, script, seconds)))
      }
    }
    return {
      job: name,
      ours: medianOf(rounds.ours),
      stack: medianOf(rounds.stack),
      relayed: medianOf(rounds.relayed),
      pgbench: rounds.pgbench.length > 0 ? medianOf(rounds.pgbench) : undefined,
    }
  }

  const results: JobResult[] = []
  for (const job of jobsFor({ ours, url: product.url, cookies })) {
    process.stdout.write(`  ${job.name}\n`)
    results.push(await measureJob(job))
  }
  await withClient(urls.admin, requireEvents)
  await Promise.all([ours.close(), stackClient.close(), relayedClient.close()])
  for (const peer of [gateway, stack]) peer.stop()
  return results
}

const createMeter = (postgresPid: number, productPids: number[]) => {
  const usageOf = (pids: readonly number[]) => ({
    node: pids.reduce((sum, pid) => sum + cpuOf(pid), 0),
    postgres: cpuOfFamily(postgresPid),
  })
  return {
    /** Measures the CPU of these processes and of PostgreSQL per operation. */
    async measure(pids: number[], work: () => Promise<Load>, isSettled?: () => Promise<void>): Promise<Measured> {
      const before = usageOf(pids)
      const { rate, done, p50 = Number.NaN } = await work()
      await isSettled?.()
      const after = usageOf(pids)
      const perOperation = (from: number, to: number) => ((to - from) * 1000) / done
      return {
        ...{ rate, p50 },
        node: perOperation(before.node, after.node),
        postgres: perOperation(before.postgres, after.postgres),
      }
    },
    /** Resolves when the product has delivered and applied its events. */
    async settle() {
      const used = () => Object.values(usageOf(productPids)).reduce((sum, share) => sum + share)
      let before: number
      do {
        before = used()
        await sleep(IDLE_WINDOW_MS)
      } while (used() - before > (IDLE_SHARE * IDLE_WINDOW_MS) / 1000)
    },
  }
}

const medianOf = (rounds: Measured[]): Measured => ({
  rate: median(rounds.map(({ rate }) => rate)),
  p50: median(rounds.map(({ p50 }) => p50)),
  node: median(rounds.map(({ node }) => node)),
  postgres: median(rounds.map(({ postgres }) => postgres)),
})
