import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICES, type ServiceName } from '@griot/contracts/services'

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

/** The ports of a process: that of the balancer, and those of its two instances. */
export type BalancedPorts = readonly [balancer: number, first: number, second: number]

/** A file of `infra/nginx` with other ports: those of the file follow each other. */
const configuration = (file: string, firstPort: number, ports: BalancedPorts) =>
  readFileSync(new URL(`../nginx/${file}`, import.meta.url), 'utf8').replace(
    /127\.0\.0\.1:(\d+)/g,
    (_, configured: string) => `127.0.0.1:${ports[Number(configured) - firstPort]}`,
  )

/** Starts nginx with these servers, one of which listens on the port. */
export const startNginx = async (folder: string, { servers, port }: { servers: string; port: number }) => {
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
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(20)
  }
  return {
    pid: child.pid ?? 0,
    errors: () => readFileSync(log, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Starts nginx as `infra/nginx/copies.conf` describes it. */
export const startBalancer = (
  folder: string,
  { gateway, ...services }: Readonly<Record<ServiceName | 'gateway', BalancedPorts>>,
) => {
  const servers = [
    configuration('copies.conf', 8080, gateway),
    ...SERVICES.map((service) =>
      configuration('service-copies.conf', 8090, services[service]).replaceAll('griot_catalog', `griot_${service}`),
    ),
  ].join('\n')
  return startNginx(folder, { servers, port: gateway[0] })
}
