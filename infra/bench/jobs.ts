import type pg from 'pg'
import { PODCAST, SHORT_SECONDS } from './catalog-rows.ts'
import { ACTIVE_USERS, createRequests, type Requests, type Sides, statement, USERS } from './job-requests.ts'
import type { Client } from './load.ts'
import { forPgbench, idOf, type StatementName } from './statements.ts'

export const ENTRIES_PER_USER = 60
export const HOST = idOf('user', USERS + 1)
export const ADMIN = idOf('user', USERS + 2)

export interface Job {
  name: string
  /** One connection, after the same job with all of them. */
  isSingle?: boolean
  /** 1, unless given. */
  requests?: 2
  /** Each operation leaves an event, which the catalog applies later. */
  hasEvents?: true
  before?: () => Promise<void>
  ours: () => Promise<void>
  /** The same job on the minimal server, or on the minimal gateway in front of it. */
  stack: (stack: Client) => Promise<void>
  /** The script of pgbench, if the job has a statement. */
  pgbench?: string
}

/** Throws unless the sessions of short episodes were heard, and so published events. */
export const requireEvents = async (client: pg.Client) => {
  const { rows } = await client.query<{ share: number }>(`
    select avg((heard_seconds > 0)::int)::float8 as share
    from listening_points.listening_session where length_seconds = ${SHORT_SECONDS} and ended_at is not null
  `)
  if (!((rows[0]?.share ?? 0) > 0.99)) throw new Error(`Only ${rows[0]?.share} of the sessions published an event.`)
}

const SET_USER = `\\set person random(1, ${ACTIVE_USERS})\n`

const stackSessionIn = (body: unknown) => (body as { session: string }[])[0]?.session

const sessionPairs = (requests: Requests): Job[] => {
  const pairOf = (users: number, start: (number: number) => Promise<string>, heardSeconds: number) => ({
    requests: 2 as const,
    async ours() {
      const number = requests.nextUser(users)
      const sessionId = await start(number)
      const claim = { sessionId, listeningDuration: heardSeconds, totalProgress: heardSeconds, completed: false }
      await requests.write(number, '/api/listening/end', claim)
    },
    async stack(stack: Client) {
      const number = requests.nextUser(users)
      const session = stackSessionIn(await stack.send(statement('start', number)))
      await stack.send(statement('end', number, { session }))
    },
  })
  const pair = pairOf(ACTIVE_USERS, requests.startLong, 0)
  const pairWithEvent = { ...pairOf(USERS, requests.startShort, 1), hasEvents: true as const }
  const pgbench = `${SET_USER}${forPgbench('start')} \\gset\n${forPgbench('end', ':session::uuid')};\n`
  const single = { name: 'the same, 1 connection', isSingle: true }
  return [
    { ...pair, name: 'session pair, no event', pgbench },
    { ...pair, ...single },
    { ...pairWithEvent, name: 'session pair with event' },
    { ...pairWithEvent, ...single },
  ]
}

const heartbeat = (requests: Requests): Job => {
  const playing = new Map<number, string>()
  return {
    name: 'heartbeat',
    async before() {
      for (let number = 1; number <= ACTIVE_USERS; number++) playing.set(number, await requests.startLong(number))
    },
    async ours() {
      const number = requests.nextUser()
      const claim = { sessionId: playing.get(number), listeningDuration: 30, totalProgress: 30 }
      await requests.write(number, '/api/listening/heartbeat', claim)
    },
    async stack(stack: Client) {
      const number = requests.nextUser()
      await stack.send(statement('heartbeat', number, { session: idOf('session', number) }))
    },
    pgbench: `${SET_USER}${forPgbench('heartbeat')};\n`,
  }
}

const reads = (requests: Requests): Job[] => {
  const read = (name: StatementName, path: string): Job => ({
    name,
    ours: async () => void (await requests.read(path, requests.cookieOf(requests.nextUser()))),
    stack: async (stack) => void (await stack.send(statement(name, requests.nextUser()))),
    pgbench: `${SET_USER}${forPgbench(name)};\n`,
  })
  return [
    read('points', '/api/user/me/points'),
    read('history', '/api/user/me/points-history?limit=50'),
    read('leaderboard', '/api/leaderboard'),
  ]
}

const podcastLists = ({ url, cookies }: Sides, requests: Requests): Job[] => {
  const list = (reader: string, query: string, headers: () => Record<string, string>): Job => ({
    name: `podcast list, ${reader}`,
    ours: async () => void (await requests.read(`/api/podcasts?limit=50${query}`, headers())),
    stack: async (stack) => void (await stack.send(statement('podcasts', 1))),
  })
  let hostCookies = ''
  /** Edits a podcast as its host. Their next requests must not return an older list. */
  const edit = async () => {
    const cookie = cookies[USERS] ?? ''
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ description: `Edited at ${new Date().toISOString()}.` })
    const response = await fetch(`${url}/api/podcast/${PODCAST}`, { method: 'PATCH', headers, body })
    if (!response.ok) throw new Error(`The edit of a podcast returned ${response.status}.`)
    hostCookies = [cookie, ...response.headers.getSetCookie().map((set) => set.split(';')[0])].join('; ')
  }
  return [
    list('listener', '', () => requests.cookieOf(requests.nextUser())),
    { ...list('host after an edit', '&hostId=me', () => ({ cookie: hostCookies })), before: edit },
    list('admin', `&hostId=${HOST}`, () => requests.cookieOf(USERS + 2)),
  ]
}

export const jobsFor = (sides: Sides): Job[] => {
  const requests = createRequests(sides)
  return [
    ...sessionPairs(requests),
    heartbeat(requests),
    ...reads(requests),
    ...podcastLists(sides, requests),
    {
      // The cost of session check and two processes, without a database query: the minimum of every request.
      name: 'no query (the rules)',
      ours: async () => void (await requests.read('/api/points/rules', requests.cookieOf(requests.nextUser()))),
      stack: async (stack) => void (await stack.send({ method: 'GET', path: '/nothing', headers: {} })),
    },
  ]
}
