import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Results, Servers } from './use-servers.ts'

const script = fileURLToPath(new URL('use-servers-process.ts', import.meta.url))
const run = promisify(execFile)

/** Runs useServers in a process that also trusts the certificate authority of this file. */
export const useServersWithCa = async (authority: string, servers: Servers[]): Promise<Results[]> => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, JSON.stringify(servers)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_EXTRA_CA_CERTS: authority },
  })
  return JSON.parse(stdout) as Results[]
}
