import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

// Debian keeps servers where only root's path leads.
const PATH = `${process.env.PATH}:/usr/sbin`
/** Without it, what needs a pooler is left out; `npm run test:servers` installs it where apt can. */
export const hasPooler = spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0

const NOBODY = 65_534

interface PoolerOptions {
  /** Of the PostgreSQL behind it. */
  port: number
  passwords: Readonly<Record<string, string>>
  /** Connections to PostgreSQL for each role and database. */
  size?: number
}

/** A PgBouncer that lends its few connections for a transaction at a time, as it comes from Debian. */
export const startPooler = async ({ port, passwords, size = 2 }: PoolerOptions) => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-pooler-'))
  const ownPort = await freePort()
  const users = Object.entries(passwords).map(([user, password]) => `"${user}" "${password}"`)
  await writeFile(join(dir, 'users.txt'), users.join('\n'))
  await writeFile(
    join(dir, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=127.0.0.1 port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(dir, 'users.txt')}`,
      'pool_mode = transaction',
      `default_pool_size = ${size}`,
      'max_client_conn = 500',
      // Tests drop their databases.
      'server_idle_timeout = 1',
      'server_lifetime = 30',
    ].join('\n'),
  )
  for (const path of [dir, join(dir, 'users.txt'), join(dir, 'pgbouncer.ini')]) await chmod(path, 0o755)
  // It refuses to be root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn('pgbouncer', [join(dir, 'pgbouncer.ini')], {
    ...account,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  for await (const line of createInterface(child.stderr)) {
    said.push(line)
    if (line.includes('process up')) break
  }
  if (!said.at(-1)?.includes('process up')) throw new Error(`pgbouncer did not start: ${said.join('\n')}`)
  child.stderr.resume()
  return {
    port: ownPort,
    /** The same address by way of the pooler. */
    through(url: string) {
      const pooled = new URL(url)
      pooled.port = String(ownPort)
      return pooled.href
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(dir, { recursive: true, force: true })
    },
  }
}
