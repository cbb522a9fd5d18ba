import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { freeze } from '@griot/service-kit/testing/freeze'
import { createIdentities } from '@griot/service-kit/testing/identity'
import type pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { type RunningPostgres, startPostgres } from '../postgres/launcher.ts'
import { root } from '../start/config.ts'
import { gatewayEnvironment, signIn } from '../testing/gateway.ts'
import { prepareDatabase } from '../testing/prepare-database.ts'
import { type RunningProcess, startProcess } from '../testing/process.ts'
import { serveCatalogue } from './catalogue.ts'

const GATEWAY = join(root, 'gateway')
const SERVICE = join(root, 'services', 'listening-points')
export interface Answer {
  status: number
  /** Of an answer that came before: the service recognised a repeat. */
  isRepeat: boolean
  body: Record<string, unknown>
}

export interface Caller {
  id: string
  /** Asks until somebody answers; a 503 and a broken connection are no answer. */
  ask(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Starts an episode, and takes whatever is answered. */
  tryToStart(episodeId: string): Promise<{ status: number; code: unknown; seconds: number }>
}

export type PointsHouse = Awaited<ReturnType<typeof openPointsHouse>>

/** The real points service as a process, on a PostgreSQL of its own; both can be killed and started again. */
export const openPointsHouse = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-drill-'))
  let postgres: RunningPostgres = await startPostgres({ dataDir })
  const urls = await prepareDatabase(postgres.adminUrl, ['listening_points', 'gateway'])
  await withClient(urls.griot_migrator, (client) =>
    client.query(`
      create table listening_points.drill_clock (shown timestamptz, since timestamptz, speed numeric);
      insert into listening_points.drill_clock values ('2026-03-04 12:00Z', clock_timestamp(), 1);
      create or replace function listening_points.wall_clock() returns timestamptz language sql volatile return (
        select date_trunc('milliseconds', shown + (clock_timestamp() - since) * speed::float) from listening_points.drill_clock
      );
    `),
  )
  const { sign, publicKey, privateKey } = await createIdentities()
  const catalog = await serveCatalogue()
  const environment = {
    DATABASE_URL: urls.listening_points,
    CATALOG_URL: catalog.url,
    IDENTITY_PUBLIC_KEY: JSON.stringify(publicKey),
  }
  let service = await startService(environment)
  const gateways: RunningProcess[] = []

  return {
    episodes: catalog.episodes,
    podcast: catalog.podcast,
    async caller(id: string): Promise<Caller> {
      const token = await sign({ id }, '1h')
      return {
        id,
        ask: (path, body, headers) => askUntilAnswered(() => service.url, token, path, body, headers),
        async tryToStart(episodeId) {
          const begin = performance.now()
          const response = await post(service.url, token, '/api/listening/start', { episodeId })
          const { code } = (await response.json()) as { code?: unknown }
          return { status: response.status, code, seconds: (performance.now() - begin) / 1000 }
        },
      }
    },
    async killService() {
      service.child.kill('SIGKILL')
      await service.gone
      service = await startService(environment)
    },
    async killPostgres() {
      const { pid, port, died } = postgres
      process.kill(pid, 'SIGKILL')
      await died
      postgres = await startPostgres({ dataDir, port })
    },
    /** Stops PostgreSQL in its tracks; the answer lets it go on. */
    freezePostgres: () => freeze(postgres.pid),
    /** Gateways in front of the service, and somebody signed in at all of them for each id. */
    async openGateways(count: number, ids: readonly string[]) {
      const place = {
        databaseUrl: urls.gateway,
        privateKey,
        catalogUrl: catalog.url,
        pointsUrl: service.url,
        folder: dataDir,
      }
      for (let opened = 0; opened < count; opened++) {
        gateways.push(
          await startProcess(['--import', 'tsx', join(GATEWAY, 'src', 'main.ts')], gatewayEnvironment(place)),
        )
      }
      return { urls: gateways.map(({ url }) => url), cookies: await signIn(urls.gateway, ids) }
    },
    isServiceAlive: () => service.child.exitCode === null && service.child.signalCode === null,
    /** Moves the clock on by so many seconds; from then on a second of ours is `speed` seconds of it. */
    pass: (seconds: number, speed = 1) =>
      withClient(urls.griot_migrator, async (client) => {
        await client.query(
          `update listening_points.drill_clock set since = clock_timestamp(), speed = $2,
             shown = listening_points.wall_clock() + $1 * interval '1 second'`,
          [seconds, speed],
        )
      }),
    /** The superuser, who sees what other roles' connections wait for. */
    asAdmin: <Result>(work: (client: pg.Client) => Promise<Result>) =>
      withClient(Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href, work),
    /** What `npm run ledger:audit` says, and how it ended. */
    audit: () => runAudit(urls.listening_points),
    async close() {
      const running = [...gateways, service]
      for (const { child } of running) child.kill('SIGTERM')
      await Promise.all(running.map(({ gone }) => gone))
      await catalog.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const startService = (environment: Record<string, string>) =>
  startProcess(['--import', 'tsx', join(SERVICE, 'src', 'main.ts')], environment)

const PATIENCE_MS = 30_000

const post = (url: string, token: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [IDENTITY_HEADER]: token, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })

const askUntilAnswered = async (
  url: () => string,
  token: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      const response = await post(url(), token, path, body, headers)
      const answer = (await response.json()) as Record<string, unknown>
      if (response.status !== 503) {
        return {
          status: response.status,
          isRepeat: response.headers.get('idempotent-replayed') === 'true',
          body: answer,
        }
      }
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    if (Date.now() > deadline) throw new Error(`${path} was not answered in time`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const runAudit = async (url: string) => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(SERVICE, 'src', 'commands', 'audit-ledger.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
