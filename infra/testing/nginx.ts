import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAM = 'nginx'
// Debian installs servers in a folder that only the PATH of root includes.
const PATH = `${process.env.PATH}:/usr/sbin`
/** Tests that need nginx are skipped without it. `npm run test:servers` installs it with apt. */
export const hasNginx = spawnSync(PROGRAM, ['-v'], { env: { PATH } }).status === 0

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts nginx with `infra/nginx/copies.conf`. `ports` maps each port in that file to the port to use. */
export const startBalancer = async (folder: string, ports: Readonly<Record<number, number>>) => {
  const original = readFileSync(new URL('../nginx/copies.conf', import.meta.url), 'utf8')
  const servers = original.replace(/127\.0\.0\.1:(\d+)/g, (_, configured: string) => {
    const port = ports[Number(configured)]
    if (port === undefined) throw new Error(`no port is given for ${configured}`)
    return `127.0.0.1:${port}`
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  const log = join(folder, 'error.log')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log ${log} error;
    events { worker_connections 2048; }
    http { access_log off; ${temporary}\n${servers}\n}`,
  )
  const child: ChildProcess = spawn(PROGRAM, ['-c', file, '-p', folder], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  while (!(await isListening(ports[8080] ?? 0))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(20)
  }
  return {
    errors: () => readFileSync(log, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
