import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrate } from '@griot/service-kit/migrate'
import { createIdentities } from '@griot/service-kit/testing/identity'
import { runMigrations } from 'bullmq'
import pg from 'pg'
import { buildProcesses } from '../build/processes.ts'
import { processTargets, root } from '../build/targets.ts'
import { serveCatalogue } from '../drills/catalogue.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles, roles } from '../postgres/roles.ts'
import { CORES, pin } from './cpu.ts'
import { idOf } from './statements.ts'

const GATEWAY = 'gateway'
const POINTS = 'services/listening-points'

export type House = Awaited<ReturnType<typeof openHouse>>

export interface RunningProcess {
  child: ChildProcess
  pid: number
  url: string
}

/** The gateway and the points service as they are shipped, on a PostgreSQL of their own that waits for the disk. */
export const openHouse = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-bench-'))
  mkdirSync(join(dataDir, 'modules'))
  await buildProcesses(processTargets().filter(({ name }) => [`${GATEWAY}/main`, `${POINTS}/main`].includes(name)))
  const postgres = await startPostgres({
    dataDir,
    settings: { shared_buffers: '1GB', maintenance_work_mem: '512MB', max_wal_size: '8GB' },
  })
  pin(postgres.pid, CORES.measured)
  pin(process.pid, CORES.asking)
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(16).toString('hex')])) as Record<
    (typeof roles)[number],
    string
  >
  const identities = await createIdentities()
  const catalog = await serveCatalogue()
  const children: ChildProcess[] = []

  /** A database with the service's tables, and the URLs to reach it. */
  const createDatabase = async (database: string) => {
    const urls = await bootstrapRoles({ adminUrl: postgres.adminUrl, database, passwords })
    await withClient(urls.griot_migrator, runMigrations)
    for (const [workspace, schema] of [
      [GATEWAY, 'gateway'],
      [POINTS, 'listening_points'],
    ] as const) {
      await migrate({ url: urls.griot_migrator, schema, dir: join(root, workspace, 'migrations') })
    }
    return { ...urls, admin: Object.assign(new URL(postgres.adminUrl), { pathname: `/${database}` }).href }
  }

  const start = async (workspace: string, env: Record<string, string>): Promise<RunningProcess> => {
    const child = spawn(process.execPath, [join(root, workspace, 'dist', 'main.js')], {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'development', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    pin(child.pid, CORES.measured)
    children.push(child)
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${workspace} ended before it listened`)))
      createInterface({ input: child.stdout }).on('line', (line) => {
        const said = JSON.parse(line) as { msg?: string; port?: number }
        if (said.msg === 'listening' && said.port !== undefined) resolve(said.port)
      })
    })
    return { child, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}` }
  }

  return {
    dataDir,
    episodes: catalog.episodes,
    postgresPid: postgres.pid,
    sign: identities.sign,
    createDatabase,
    startPoints: (databaseUrl: string) =>
      start(POINTS, {
        DATABASE_URL: databaseUrl,
        CATALOG_URL: catalog.url,
        IDENTITY_PUBLIC_KEY: JSON.stringify(identities.publicKey),
      }),
    startGateway: (databaseUrl: string, points: RunningProcess) =>
      start(GATEWAY, {
        DATABASE_URL: databaseUrl,
        RATE_LIMITS: 'off',
        IDENTITY_PRIVATE_KEY: JSON.stringify(identities.privateKey),
        GRANT_SECRET: randomBytes(32).toString('base64url'),
        CATALOG_URL: catalog.url,
        LISTENING_POINTS_URL: points.url,
        MEDIA_URL: catalog.url,
        MODULES_DIR: join(dataDir, 'modules'),
        OBJECTS_DIR: dataDir,
        SHELL_DIR: join(root, 'shell', 'dist'),
      }),
    async close() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          child.kill('SIGTERM')
          await once(child, 'exit')
        }),
      )
      await catalog.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const withClient = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Signs so many people in, as the gateway would after their issuer said who they are. Answers their cookies. */
export const signIn = async (gatewayUrl: string, people: number): Promise<string[]> => {
  const secrets = Array.from({ length: people }, () => randomBytes(32).toString('base64url'))
  await withClient(gatewayUrl, async (client) => {
    for (const [index, secret] of secrets.entries()) {
      const id = idOf('user', index + 1)
      await client.query(
        `insert into user_account (id, issuer, subject, email, email_is_verified, first_name, last_name)
         values ($1, 'bench', $2, $3, true, 'Ama', 'Mensah')`,
        [id, id, `${index}@example.org`],
      )
      await client.query(
        `insert into browser_session (id_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
        [createHash('sha256').update(secret).digest(), id],
      )
    }
  })
  return secrets.map((secret) => `griot_session=${secret}`)
}
