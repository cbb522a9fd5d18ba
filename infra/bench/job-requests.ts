import { LONG_EPISODES, SHORT_EPISODES } from './catalog-rows.ts'
import type { Client, ClientRequest } from './load.ts'
import { idOf, type StatementName } from './statements.ts'

/** The clock credits one second per second, so a second has to pass between two sessions of a listener. */
export const USERS = 2_000
/** More than connections, so that requests of one user do not block each other; few enough for the session cache. */
export const ACTIVE_USERS = 64

export interface Sides {
  ours: Client
  /** Of our gateway. */
  url: string
  cookies: string[]
}

/** A request to the minimal stack. */
export const statement = (name: StatementName, number: number, body?: unknown): ClientRequest => ({
  method: body === undefined ? 'GET' : 'POST',
  path: `/${name}`,
  headers: { 'x-user': idOf('user', number) },
  ...(body === undefined ? {} : { body }),
})

/** Requests to our gateway, by users in turn. */
export const createRequests = ({ ours, cookies }: Sides) => {
  let turn = 0
  const cookieOf = (number: number) => ({ cookie: cookies[number - 1] ?? '' })
  const write = (number: number, path: string, body: unknown) =>
    ours.send({ method: 'POST', path, headers: cookieOf(number), body })
  const start = async (number: number, episodeId: string | undefined) => {
    const session = await write(number, '/api/listening/start', { episodeId })
    return (session as { id: string }).id
  }

  return {
    nextUser: (users = ACTIVE_USERS) => 1 + (turn++ % users),
    cookieOf,
    read: (path: string, headers: Record<string, string>) => ours.send({ method: 'GET', path, headers }),
    write,
    startLong: (number: number) => start(number, LONG_EPISODES[turn % LONG_EPISODES.length]),
    startShort: (number: number) => {
      const round = Math.floor(turn / USERS)
      return start(number, SHORT_EPISODES[(number + round) % SHORT_EPISODES.length])
    },
  }
}
export type Requests = ReturnType<typeof createRequests>
