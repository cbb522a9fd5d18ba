import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestAuthority } from './certificates.ts'
import { freePort } from './free-port.ts'

const PROGRAM = 'redis-server'
/** `npm run test:servers` installs it. */
export const hasRedis = spawnSync(PROGRAM, ['--version']).status === 0

/** Settings for `--tls-port`; clients authenticate by password, not by certificate. */
export const encryptedUnder = ({ ca, certificate, key }: TestAuthority) => [
  ...['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', ca],
  ...['--tls-auth-clients', 'no'],
]

/** The account that docs/production.md recommends. */
export const leastRights = (name: string, password: string) => [
  ...['--user', name, 'on', `>${password}`, 'resetchannels', '~{griot}:*', '~griot:*'],
  ...['+@all', '-@admin', '-@dangerous', '+info'],
]

export const runRedis = async (settings: readonly string[]): Promise<ChildProcess> => {
  const server = spawn(PROGRAM, settings, { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines: string[] = []
  for await (const line of createInterface(server.stdout)) {
    lines.push(line)
    if (!/Ready to accept|Sentinel ID is/.test(line)) continue
    server.stdout.resume()
    return server
  }
  throw new Error(`redis-server did not start: ${lines.slice(-3).join(' ')}`)
}

export const endRedis = async (server: ChildProcess | undefined, how: NodeJS.Signals = 'SIGTERM') => {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(how)
  // A suspended process handles the signal only after SIGCONT.
  if (how !== 'SIGKILL') server.kill('SIGCONT')
  await exited
}

/** A Redis that runs between `start` and `stop`, without persistence unless `settings` enable it. */
export const createRedis = async (settings: readonly string[] = []) => {
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-redis-'))
  let running: ChildProcess | undefined
  const stop = async (how?: NodeJS.Signals) => {
    const server = running
    running = undefined
    await endRedis(server, how)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    dir,
    async start(authority?: TestAuthority) {
      const listening =
        authority === undefined
          ? ['--port', `${port}`]
          : ['--port', '0', '--tls-port', `${port}`, ...encryptedUnder(authority)]
      running = await runRedis(['--bind', '127.0.0.1', ...listening, '--dir', dir, '--save', '', ...settings])
    },
    stop,
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
    async remove() {
      await stop('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type TestRedis = Awaited<ReturnType<typeof createRedis>>
