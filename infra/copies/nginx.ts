import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAM = 'nginx'
// Debian keeps servers where only root's path leads.
const PATH = `${process.env.PATH}:/usr/sbin`
/** Without it, what needs one is left out; `npm run test:servers` installs it where apt can. */
export const hasNginx = spawnSync(PROGRAM, ['-v'], { env: { PATH } }).status === 0

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** The nginx of `infra/nginx/copies.conf`, with these ports instead of the ones written there. */
export const startBalancer = async (folder: string, ports: Readonly<Record<number, number>>) => {
  const ours = readFileSync(new URL('../nginx/copies.conf', import.meta.url), 'utf8')
  const copies = ours.replace(/127\.0\.0\.1:(\d+)/g, (_, written: string) => {
    const port = ports[Number(written)]
    if (port === undefined) throw new Error(`no port stands for ${written}`)
    return `127.0.0.1:${port}`
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log stderr crit;
    events { worker_connections 2048; }
    http { access_log off; ${temporary}\n${copies}\n}`,
  )
  const child: ChildProcess = spawn(PROGRAM, ['-c', file, '-p', folder], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  while (!(await answers(ports[8080] ?? 0))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(20)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
