import type pg from 'pg'
import { LONG_EPISODES, PODCAST, SHORT_EPISODES, SHORT_SECONDS } from './catalog-rows.ts'
import type { Client, ClientRequest } from './load.ts'
import { forPgbench, idOf, type StatementName } from './statements.ts'

/** The clock credits one second per second, so a second has to pass between two sessions of a listener. */
export const USERS = 2_000
export const ENTRIES_PER_USER = 60
export const HOST = idOf('user', USERS + 1)
export const ADMIN = idOf('user', USERS + 2)
/** More than connections, so that requests of one user do not block each other; few enough for the session cache. */
const ACTIVE_USERS = 64

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
  stack: () => Promise<void>
  /** The script of pgbench, if the job has a statement. */
  pgbench?: string
}

interface Sides {
  ours: Client
  stack: Client
  /** Of our gateway. */
  url: string
  cookies: string[]
}

const sessionIn = (body: unknown) => (body as { id: string }).id
const stackSessionIn = (body: unknown) => (body as { session: string }[])[0]?.session

/** Throws unless the sessions of short episodes were heard, and so published events. */
export const requireEvents = async (client: pg.Client) => {
  const { rows } = await client.query<{ share: number }>(`
    select avg((heard_seconds > 0)::int)::float8 as share
    from listening_points.listening_session where length_seconds = ${SHORT_SECONDS} and ended_at is not null
  `)
  if (!((rows[0]?.share ?? 0) > 0.99)) throw new Error(`Only ${rows[0]?.share} of the sessions published an event.`)
}

export const jobsFor = ({ ours, stack, url, cookies }: Sides): Job[] => {
  let turn = 0
  /** All users in turn. */
  const nextUser = (users = ACTIVE_USERS) => 1 + (turn++ % users)
  const as = (number: number) => ({ cookie: cookies[number - 1] ?? '' })
  const write = (number: number, path: string, body: unknown): ClientRequest => ({
    method: 'POST',
    path,
    headers: as(number),
    body,
  })
  const statement = (name: StatementName, number: number, body?: unknown): ClientRequest => ({
    method: body === undefined ? 'GET' : 'POST',
    path: `/${name}`,
    headers: { 'x-user': idOf('user', number) },
    ...(body === undefined ? {} : { body }),
  })
  const start = async (number: number, episodeId = LONG_EPISODES[turn % LONG_EPISODES.length]) =>
    sessionIn(await ours.send(write(number, '/api/listening/start', { episodeId })))

  const setUser = `\\set person random(1, ${ACTIVE_USERS})\n`

  const pairOf = (users: number, startOf: (number: number) => Promise<string>, heardSeconds: number) => ({
    requests: 2 as const,
    async ours() {
      const number = nextUser(users)
      const sessionId = await startOf(number)
      const claim = { sessionId, listeningDuration: heardSeconds, totalProgress: heardSeconds, completed: false }
      await ours.send(write(number, '/api/listening/end', claim))
    },
    async stack() {
      const number = nextUser(users)
      const session = stackSessionIn(await stack.send(statement('start', number)))
      await stack.send(statement('end', number, { session }))
    },
  })
  const pair = pairOf(ACTIVE_USERS, start, 0)
  const startShort = (number: number) => {
    const round = Math.floor(turn / USERS)
    return start(number, SHORT_EPISODES[(number + round) % SHORT_EPISODES.length])
  }
  const pairWithEvent = { ...pairOf(USERS, startShort, 1), hasEvents: true as const }

  const reading = (name: StatementName, path: string): Job => ({
    name,
    ours: async () => void (await ours.send({ method: 'GET', path, headers: as(nextUser()) })),
    stack: async () => void (await stack.send(statement(name, nextUser()))),
    pgbench: `${setUser}${forPgbench(name)};\n`,
  })

  const podcasts = (reader: string, query: string, headers: () => Record<string, string>): Job => ({
    name: `podcast list, ${reader}`,
    ours: async () =>
      void (await ours.send({ method: 'GET', path: `/api/podcasts?limit=50${query}`, headers: headers() })),
    stack: async () => void (await stack.send(statement('podcasts', 1))),
  })
  let hostCookies = ''
  /** Edits a podcast as its host. Their next requests must not return an older list. */
  const edit = async () => {
    const cookie = cookies[USERS] ?? ''
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ description: `Edited ${turn}.` })
    const response = await fetch(`${url}/api/podcast/${PODCAST}`, { method: 'PATCH', headers, body })
    if (!response.ok) throw new Error(`The edit of a podcast returned ${response.status}.`)
    hostCookies = [cookie, ...response.headers.getSetCookie().map((set) => set.split(';')[0])].join('; ')
  }

  const playing = new Map<number, string>()

  return [
    {
      ...pair,
      name: 'session pair, no event',
      pgbench: `${setUser}${forPgbench('start')} \\gset\n${forPgbench('end', ':session::uuid')};\n`,
    },
    { ...pair, name: 'the same, 1 connection', isSingle: true },
    { ...pairWithEvent, name: 'session pair with event' },
    { ...pairWithEvent, name: 'the same, 1 connection', isSingle: true },
    {
      name: 'heartbeat',
      async before() {
        for (let number = 1; number <= ACTIVE_USERS; number++) playing.set(number, await start(number))
      },
      async ours() {
        const number = nextUser()
        const claim = { sessionId: playing.get(number), listeningDuration: 30, totalProgress: 30 }
        await ours.send(write(number, '/api/listening/heartbeat', claim))
      },
      async stack() {
        const number = nextUser()
        await stack.send(statement('heartbeat', number, { session: idOf('session', number) }))
      },
      pgbench: `${setUser}${forPgbench('heartbeat')};\n`,
    },
    reading('points', '/api/user/me/points'),
    reading('history', '/api/user/me/points-history?limit=50'),
    reading('leaderboard', '/api/leaderboard'),
    podcasts('listener', '', () => as(nextUser())),
    { ...podcasts('host after an edit', '&hostId=me', () => ({ cookie: hostCookies })), before: edit },
    podcasts('admin', `&hostId=${HOST}`, () => as(USERS + 2)),
    {
      // The cost of session check and two processes, without a database query: the minimum of every request.
      name: 'no query (the rules)',
      ours: async () => void (await ours.send({ method: 'GET', path: '/api/points/rules', headers: as(nextUser()) })),
      stack: async () => void (await stack.send({ method: 'GET', path: '/nothing', headers: {} })),
    },
  ]
}
