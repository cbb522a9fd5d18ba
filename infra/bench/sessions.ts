import { withClient } from '../common/with-client.ts'
import { signIn } from '../testing/sign-in.ts'
import { median } from '../testing/statistics.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchHarness } from './harness.ts'
import { type Client, type ClientRequest, createClient, runWorkers, warmUp } from './load.ts'
import { findPgbench, runPgbench, startStack } from './peers.ts'
import { createTables, forPgbench, idOf, type StatementName } from './statements.ts'

/** More than WORKERS, so that requests of one user do not block each other; few enough for the session cache. */
const USERS = 64
const ENTRIES_PER_USER = 60
const WORKERS = 32
const ROUNDS = 3
// V8 optimizes a function after many calls. A warm-up by time would leave the slower side less optimized.
const WARM_UP_REQUESTS = 10_000

interface Measured {
  rate: number
  /** Milliseconds of CPU per operation, of the Node processes and of PostgreSQL. */
  node: number
  postgres: number
}

export interface JobResult {
  job: string
  ours: Measured
  stack: Measured
  pgbench: Measured | undefined
}

interface Job {
  name: string
  before?: () => Promise<void>
  ours: (worker: number) => Promise<void>
  stack: (worker: number) => Promise<void>
  /** The script of pgbench, if the job has a statement. */
  pgbench?: string
}

const sessionIn = (body: unknown) => (body as { id: string }).id
const stackSessionIn = (body: unknown) => (body as { session: string }[])[0]?.session

/** Sessions, heartbeats and reads through the gateway, compared with minimal code on the same stack and with pgbench. */
export const benchSessions = async (harness: BenchHarness, seconds: number): Promise<JobResult[]> => {
  const urls = await harness.createDatabase('griot')
  const cookies = await signIn(
    urls.gateway,
    Array.from({ length: USERS }, (_, index) => idOf('user', index + 1)),
  )
  await withClient(urls.admin, async (client) => {
    await createTables(client, USERS, ENTRIES_PER_USER)
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
  const points = await harness.startPoints(urls.listening_points)
  const gateway = await harness.startGateway(urls.gateway, points)
  const stack = await startStack(urls.admin)
  const ours = createClient(gateway.url, WORKERS)
  const stackClient = createClient(stack.url, WORKERS)
  const program = findPgbench()

  const measure = async (pids: number[], work: () => Promise<{ rate: number; done: number }>): Promise<Measured> => {
    const usage = () => ({
      node: pids.reduce((sum, pid) => sum + cpuOf(pid), 0),
      postgres: cpuOfFamily(harness.postgresPid),
    })
    const before = usage()
    const { rate, done } = await work()
    const after = usage()
    return {
      rate,
      node: ((after.node - before.node) * 1000) / done,
      postgres: ((after.postgres - before.postgres) * 1000) / done,
    }
  }

  const results: JobResult[] = []
  for (const job of jobsFor({ ours, stack: stackClient, cookies, episodes: harness.episodes.map(({ id }) => id) })) {
    // Warm up the code, and update the statistics of the planner.
    await job.before?.()
    await warmUp(job.ours, WORKERS, WARM_UP_REQUESTS)
    await warmUp(job.stack, WORKERS, WARM_UP_REQUESTS)
    await withClient(urls.admin, (client) => client.query('analyze'))
    const rounds = { ours: [] as Measured[], stack: [] as Measured[], pgbench: [] as Measured[] }
    // Interleaved, so that other load on the machine affects all of them.
    for (let round = 0; round < ROUNDS; round++) {
      await job.before?.()
      rounds.ours.push(await measure([gateway.pid, points.pid], () => runWorkers(job.ours, WORKERS, seconds * 1000)))
      rounds.stack.push(await measure([stack.child.pid ?? 0], () => runWorkers(job.stack, WORKERS, seconds * 1000)))
      if (program !== undefined && job.pgbench !== undefined) {
        const script = job.pgbench
        const options = { program, databaseUrl: urls.admin, folder: harness.dataDir }
        rounds.pgbench.push(await measure([], () => runPgbench(options, script, seconds)))
      }
    }
    results.push({
      job: job.name,
      ours: medianOf(rounds.ours),
      stack: medianOf(rounds.stack),
      pgbench: rounds.pgbench.length > 0 ? medianOf(rounds.pgbench) : undefined,
    })
  }
  await Promise.all([ours.close(), stackClient.close()])
  stack.child.disconnect()
  return results
}

const medianOf = (rounds: Measured[]): Measured => ({
  rate: median(rounds.map(({ rate }) => rate)),
  node: median(rounds.map(({ node }) => node)),
  postgres: median(rounds.map(({ postgres }) => postgres)),
})

interface Sides {
  ours: Client
  stack: Client
  cookies: string[]
  episodes: string[]
}

const jobsFor = ({ ours, stack, cookies, episodes }: Sides): Job[] => {
  let turn = 0
  /** Each worker has its own users and rotates through them. */
  const nextUser = (worker: number) => {
    turn += 1
    return worker + 1 + WORKERS * (turn % (USERS / WORKERS))
  }
  const as = (number: number) => ({ cookie: cookies[number - 1] ?? '' })
  const write = (number: number, path: string, body: unknown): ClientRequest => ({
    method: 'POST',
    path,
    headers: as(number),
    body,
  })
  const read = (number: number, path: string): ClientRequest => ({ method: 'GET', path, headers: as(number) })
  const statement = (name: StatementName, number: number, body?: unknown): ClientRequest => ({
    method: body === undefined ? 'GET' : 'POST',
    path: `/${name}`,
    headers: { 'x-user': idOf('user', number) },
    ...(body === undefined ? {} : { body }),
  })
  const start = async (number: number) => {
    const episodeId = episodes[turn % episodes.length]
    return sessionIn(await ours.send(write(number, '/api/listening/start', { episodeId })))
  }

  const playing = new Map<number, string>()
  const setUser = `\\set person random(1, ${USERS})\n`

  const reading = (name: StatementName, path: string): Job => ({
    name,
    ours: async (worker) => void (await ours.send(read(nextUser(worker), path))),
    stack: async (worker) => void (await stack.send(statement(name, nextUser(worker)))),
    pgbench: `${setUser}${forPgbench(name)};\n`,
  })

  return [
    {
      name: 'session start + end',
      ours: async (worker) => {
        const number = nextUser(worker)
        const sessionId = await start(number)
        const claim = { sessionId, listeningDuration: 0, totalProgress: 0, completed: false }
        await ours.send(write(number, '/api/listening/end', claim))
      },
      stack: async (worker) => {
        const number = nextUser(worker)
        await stack.send(
          statement('end', number, { session: stackSessionIn(await stack.send(statement('start', number))) }),
        )
      },
      pgbench: `${setUser}${forPgbench('start')} \\gset\n${forPgbench('end', ':session::uuid')};\n`,
    },
    {
      name: 'heartbeat',
      async before() {
        for (let number = 1; number <= USERS; number++) playing.set(number, await start(number))
      },
      ours: async (worker) => {
        const number = nextUser(worker)
        const claim = { sessionId: playing.get(number), listeningDuration: 30, totalProgress: 30 }
        await ours.send(write(number, '/api/listening/heartbeat', claim))
      },
      stack: async (worker) => {
        const number = nextUser(worker)
        await stack.send(statement('heartbeat', number, { session: idOf('session', number) }))
      },
      pgbench: `${setUser}${forPgbench('heartbeat')};\n`,
    },
    reading('points', '/api/user/me/points'),
    reading('history', '/api/user/me/points-history?limit=50'),
    reading('leaderboard', '/api/leaderboard'),
    {
      // The cost of session check and two processes, without a database query: the minimum of every request.
      name: 'no query (the rules)',
      ours: async (worker) => void (await ours.send(read(nextUser(worker), '/api/points/rules'))),
      stack: async () => void (await stack.send({ method: 'GET', path: '/nothing', headers: {} })),
    },
  ]
}
