import { type ChildProcess, execFile, fork } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CORES, pin } from './cpu.ts'

type Peer = Awaited<ReturnType<typeof startPeer>>

const startPeer = async (file: string, environment: Record<string, string>) => {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
  })
  pin(child.pid, CORES.measured)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', () => reject(new Error(`${file} ended before it listened`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() }
}

/** Starts the minimal server. */
export const startStack = (databaseUrl: string) => startPeer('stack-server.ts', { DATABASE_URL: databaseUrl })

/** Starts a minimal gateway in front of the minimal server. */
export const startStackGateway = ({ url }: Peer) => startPeer('stack-gateway.ts', { UPSTREAM: url })

const folders = () => [
  ...(process.env.PATH ?? '').split(':'),
  ...(existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
]

/** The path of pgbench, which the npm package of PostgreSQL does not include. Undefined if it is not installed. */
export const findPgbench = () =>
  folders()
    .map((folder) => join(folder, 'pgbench'))
    .find(existsSync)

const run = promisify(execFile)

export interface Pgbench {
  program: string
  databaseUrl: string
  folder: string
}

/** Runs a script for some seconds. `rate` is per second. */
export const runPgbench = async ({ program, databaseUrl, folder }: Pgbench, script: string, seconds: number) => {
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const { stdout } = await run(program, [
    ...['-n', '-M', 'prepared', '-c', '10', '-j', '1', '-T', String(seconds), '-f', file],
    databaseUrl,
  ])
  const rate = Number(stdout.match(/tps = ([\d.]+)/)?.[1])
  const done = Number(stdout.match(/actually processed: (\d+)/)?.[1])
  return { rate, done }
}
