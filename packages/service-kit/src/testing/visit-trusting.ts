import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Heard, Servers } from './visit-servers.ts'

const guest = fileURLToPath(new URL('trusting-guest.ts', import.meta.url))
const run = promisify(execFile)

/** What a process hears at these servers that trusts an authority beside the world’s own: the one of this file. */
export const visitTrusting = async (authority: string, servers: Servers[]): Promise<Heard[]> => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', guest, JSON.stringify(servers)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_EXTRA_CA_CERTS: authority },
  })
  return JSON.parse(stdout) as Heard[]
}
