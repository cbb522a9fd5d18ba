import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Check, Env, Level } from './finding.ts'

/** What a check says of this environment, at this level. */
export const said = async (check: Check, env: Env, level: Level) =>
  (await check(env)).filter((finding) => finding.level === level).map(({ says }) => says)
export const wrongs = (check: Check, env: Env) => said(check, env, 'wrong')
export const odds = (check: Check, env: Env) => said(check, env, 'odd')

/** Where nobody answers. */
export const NOWHERE = '127.0.0.1:1'

const servers: Server[] = []
/** Answers by this listener until the servers are closed; its address. */
export const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const closeServed = () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
}
