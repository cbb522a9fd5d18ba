import { withClient } from '../common/with-client.ts'
import { signIn } from '../testing/gateway.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { House } from './house.ts'
import { type Client, createClient, drive, median, type Shot } from './load.ts'
import { findPgbench, runPgbench, startStack } from './peers.ts'
import { createPeerTables, forPgbench, idOf, type StatementName } from './statements.ts'

/** Enough that nobody waits for themselves, few enough that the gateway knows their sessions, as it knows a browser's. */
const PEOPLE = 64
const ENTRIES_EACH = 60
const WORKERS = 32
const ROUNDS = 3
// Long enough that the compiler of Node is done with the code that is measured.
const WARM_UP_MS = 10_000

interface Measured {
  rate: number
  /** Milliseconds of CPU a piece of work: of Node's processes, and of PostgreSQL. */
  node: number
  postgres: number
}

export interface JobResult {
  job: string
  ours: Measured
  stack: Measured
  wire: Measured | undefined
}

interface Job {
  name: string
  before?: () => Promise<void>
  ours: (worker: number) => Promise<void>
  stack: (worker: number) => Promise<void>
  /** For pgbench; without one there is nothing that it could do. */
  wire?: string
}

const session = (answer: unknown) => (answer as { id: string }).id
const peerSession = (answer: unknown) => (answer as { session: string }[])[0]?.session

/** Sessions, heartbeats and the three reads: signed in and through the gateway, against the bare stack and pgbench. */
export const benchSessions = async (house: House, seconds: number): Promise<JobResult[]> => {
  const urls = await house.createDatabase('griot')
  const cookies = await signIn(
    urls.gateway,
    Array.from({ length: PEOPLE }, (_, index) => idOf('user', index + 1)),
  )
  await withClient(urls.admin, async (client) => {
    await createPeerTables(client, PEOPLE, ENTRIES_EACH)
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
  const points = await house.startPoints(urls.listening_points)
  const gateway = await house.startGateway(urls.gateway, points)
  const stack = await startStack(urls.admin)
  const ours = createClient(gateway.url, WORKERS)
  const peer = createClient(stack.url, WORKERS)
  const program = findPgbench()

  const measure = async (pids: number[], work: () => Promise<{ rate: number; done: number }>): Promise<Measured> => {
    const usage = () => ({
      node: pids.reduce((sum, pid) => sum + cpuOf(pid), 0),
      postgres: cpuOfFamily(house.postgresPid),
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
  for (const job of jobsFor({ ours, peer, cookies, episodes: house.episodes.map(({ id }) => id) })) {
    // Code gets hot, and the statistics that plans are made by get true.
    await job.before?.()
    await drive(job.ours, WORKERS, WARM_UP_MS)
    await drive(job.stack, WORKERS, WARM_UP_MS)
    await withClient(urls.admin, (client) => client.query('analyze'))
    const found = { ours: [] as Measured[], stack: [] as Measured[], wire: [] as Measured[] }
    // Interleaved, so that whatever else the machine does falls on all of them alike.
    for (let round = 0; round < ROUNDS; round++) {
      await job.before?.()
      found.ours.push(await measure([gateway.pid, points.pid], () => drive(job.ours, WORKERS, seconds * 1000)))
      found.stack.push(await measure([stack.child.pid ?? 0], () => drive(job.stack, WORKERS, seconds * 1000)))
      if (program !== undefined && job.wire !== undefined) {
        const script = job.wire
        const pgbench = { program, databaseUrl: urls.admin, folder: house.dataDir }
        found.wire.push(await measure([], () => runPgbench(pgbench, script, seconds)))
      }
    }
    results.push({
      job: job.name,
      ours: middle(found.ours),
      stack: middle(found.stack),
      wire: found.wire.length > 0 ? middle(found.wire) : undefined,
    })
  }
  await Promise.all([ours.close(), peer.close()])
  stack.child.disconnect()
  return results
}

const middle = (rounds: Measured[]): Measured => ({
  rate: median(rounds.map(({ rate }) => rate)),
  node: median(rounds.map(({ node }) => node)),
  postgres: median(rounds.map(({ postgres }) => postgres)),
})

interface Sides {
  ours: Client
  peer: Client
  cookies: string[]
  episodes: string[]
}

const jobsFor = ({ ours, peer, cookies, episodes }: Sides): Job[] => {
  let turn = 0
  /** Each worker has people of its own, who take turns. */
  const somebody = (worker: number) => {
    turn += 1
    return worker + 1 + WORKERS * (turn % (PEOPLE / WORKERS))
  }
  const as = (number: number) => ({ cookie: cookies[number - 1] ?? '' })
  const write = (number: number, path: string, body: unknown): Shot => ({
    method: 'POST',
    path,
    headers: as(number),
    body,
  })
  const read = (number: number, path: string): Shot => ({ method: 'GET', path, headers: as(number) })
  const statement = (name: StatementName, number: number, body?: unknown): Shot => ({
    method: body === undefined ? 'GET' : 'POST',
    path: `/${name}`,
    headers: { 'x-user': idOf('user', number) },
    ...(body === undefined ? {} : { body }),
  })
  const start = async (number: number) => {
    const episodeId = episodes[turn % episodes.length]
    return session(await ours.send(write(number, '/api/listening/start', { episodeId })))
  }

  const playing = new Map<number, string>()
  const person = `\\set person random(1, ${PEOPLE})\n`

  const reading = (name: StatementName, path: string): Job => ({
    name,
    ours: async (worker) => void (await ours.send(read(somebody(worker), path))),
    stack: async (worker) => void (await peer.send(statement(name, somebody(worker)))),
    wire: `${person}${forPgbench(name)};\n`,
  })

  return [
    {
      name: 'session start + end',
      ours: async (worker) => {
        const number = somebody(worker)
        const sessionId = await start(number)
        const claim = { sessionId, listeningDuration: 0, totalProgress: 0, completed: false }
        await ours.send(write(number, '/api/listening/end', claim))
      },
      stack: async (worker) => {
        const number = somebody(worker)
        await peer.send(statement('end', number, { session: peerSession(await peer.send(statement('start', number))) }))
      },
      wire: `${person}${forPgbench('start')} \\gset\n${forPgbench('end', ':session::uuid')};\n`,
    },
    {
      name: 'heartbeat',
      async before() {
        for (let number = 1; number <= PEOPLE; number++) playing.set(number, await start(number))
      },
      ours: async (worker) => {
        const number = somebody(worker)
        const claim = { sessionId: playing.get(number), listeningDuration: 30, totalProgress: 30 }
        await ours.send(write(number, '/api/listening/heartbeat', claim))
      },
      stack: async (worker) => {
        const number = somebody(worker)
        await peer.send(statement('heartbeat', number, { session: idOf('session', number) }))
      },
      wire: `${person}${forPgbench('heartbeat')};\n`,
    },
    reading('points', '/api/user/me/points'),
    reading('history', '/api/user/me/points-history?limit=50'),
    reading('leaderboard', '/api/leaderboard'),
    {
      // What signing in and the way through two processes cost by themselves: the least that any call can.
      name: 'nothing (the rules)',
      ours: async (worker) => void (await ours.send(read(somebody(worker), '/api/points/rules'))),
      stack: async () => void (await peer.send({ method: 'GET', path: '/nothing', headers: {} })),
    },
  ]
}
