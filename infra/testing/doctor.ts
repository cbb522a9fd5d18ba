import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Check, type Env, type Finding, runCheck } from '../doctor/finding.ts'

export const findingsOf = (check: Check, env: Env) => runCheck('test', check, env)

/** The messages of a check at one level. */
export const messagesOf = async (check: Check, env: Env, level: Finding['level']) =>
  (await findingsOf(check, env)).filter((finding) => finding.level === level).map(({ message }) => message)
export const errorsOf = (check: Check, env: Env) => messagesOf(check, env, 'error')
export const warningsOf = (check: Check, env: Env) => messagesOf(check, env, 'warning')

/** An address that refuses connections. */
export const UNUSED_ADDRESS = '127.0.0.1:1'

const servers: Server[] = []
/** Starts a server with this listener. Returns its address. */
export const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const closeServers = () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
}
