import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

// Debian installs servers in /usr/sbin, which is not on every PATH.
const PATH = `${process.env.PATH}:/usr/sbin`
/** `npm run test:servers` installs it. */
export const hasPooler = spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0

const NOBODY_UID = 65_534

interface PoolerOptions {
  /** Of PostgreSQL. */
  port: number
  passwords: Readonly<Record<string, string>>
  /** Connections to PostgreSQL for each role and database. */
  size?: number
}

/** A PgBouncer in transaction mode. */
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
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {}
  const child = spawn('pgbouncer', [join(dir, 'pgbouncer.ini')], {
    ...account,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  for await (const line of createInterface(child.stderr)) {
    lines.push(line)
    if (line.includes('process up')) break
  }
  if (!lines.at(-1)?.includes('process up')) throw new Error(`pgbouncer did not start: ${lines.join('\n')}`)
  child.stderr.resume()
  return {
    port: ownPort,
    through(url: string) {
      const pooled = new URL(url)
      pooled.port = String(ownPort)
      return pooled.href
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await rm(dir, { recursive: true, force: true })
    },
  }
}
