import { type ChildProcess, execFile, fork } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CORES, pin } from './cpu.ts'

/** Starts the minimal server. */
export const startStack = async (databaseUrl: string): Promise<{ url: string; child: ChildProcess }> => {
  const child = fork(fileURLToPath(new URL('stack-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  })
  pin(child.pid, CORES.measured)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', () => reject(new Error('the minimal server ended before it listened')))
  })
  return { url: `http://127.0.0.1:${port}`, child }
}

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
