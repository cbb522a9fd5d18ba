import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { migrate } from '@griot/service-kit/migrate'
import { createIdentities } from '@griot/service-kit/testing/identity'
import { runMigrations } from 'bullmq'
import pg from 'pg'
import { type RunningPostgres, startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles, roles } from '../postgres/roles.ts'
import { root } from '../start/config.ts'
import { serveCatalogue } from './catalogue.ts'

const SERVICE = join(root, 'services', 'listening-points')
/** In these drills a second is a minute, so that listening brings something and silence does not take long. */
const FASTER = 60

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
}

export type PointsHouse = Awaited<ReturnType<typeof openPointsHouse>>

/** The real points service as a process, on a PostgreSQL of its own; both can be killed and started again. */
export const openPointsHouse = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-drill-'))
  let postgres: RunningPostgres = await startPostgres({ dataDir })
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(16).toString('hex')])) as Record<
    (typeof roles)[number],
    string
  >
  const urls = await bootstrapRoles({ adminUrl: postgres.adminUrl, database: 'griot', passwords })
  await withClient(urls.griot_migrator, runMigrations)
  await migrate({ url: urls.griot_migrator, schema: 'listening_points', dir: join(SERVICE, 'migrations') })
  await withClient(urls.griot_migrator, (client) =>
    client.query(`
      create or replace function listening_points.wall_clock() returns timestamptz language sql volatile return
        date_trunc('milliseconds', timestamptz '2026-03-04 12:00Z'
          + (clock_timestamp() - timestamptz '${new Date().toISOString()}') * ${FASTER});
    `),
  )
  const { sign, publicKey } = await createIdentities()
  const catalog = await serveCatalogue()
  let service = await startService({
    DATABASE_URL: urls.listening_points,
    CATALOG_URL: catalog.url,
    IDENTITY_PUBLIC_KEY: JSON.stringify(publicKey),
  })

  return {
    episodes: catalog.episodes,
    podcast: catalog.podcast,
    async caller(id: string): Promise<Caller> {
      const token = await sign({ id }, '1h')
      return { id, ask: (path, body, headers) => askUntilAnswered(() => service.url, token, path, body, headers) }
    },
    async killService() {
      service.child.kill('SIGKILL')
      await service.gone
      service = await startService(service.environment)
    },
    async killPostgres() {
      const { pid, port, died } = postgres
      process.kill(pid, 'SIGKILL')
      await died
      postgres = await startPostgres({ dataDir, port })
    },
    isServiceAlive: () => service.child.exitCode === null && service.child.signalCode === null,
    /** The superuser, who sees what other roles' connections wait for. */
    asAdmin: <Result>(work: (client: pg.Client) => Promise<Result>) =>
      withClient(Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href, work),
    /** What `npm run ledger:audit` says, and how it ended. */
    audit: () => runAudit(urls.listening_points),
    async close() {
      service.child.kill('SIGTERM')
      await service.gone
      await catalog.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const withClient = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

interface Service {
  url: string
  child: ChildProcess
  gone: Promise<unknown>
  environment: Record<string, string>
}

const startService = async (environment: Record<string, string>): Promise<Service> => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(SERVICE, 'src', 'main.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    gone.then(() => reject(new Error('the points service ended before it listened')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number }
      if (msg === 'listening' && port !== undefined) resolve(port)
    })
  })
  return { url: `http://127.0.0.1:${port}`, child, gone, environment }
}

const PATIENCE_MS = 30_000

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
      const response = await fetch(new URL(path, url()), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [IDENTITY_HEADER]: token, ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      })
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
