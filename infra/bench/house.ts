import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@griot/service-kit/migrate'
import { createIdentities } from '@griot/service-kit/testing/identity'
import { runMigrations } from 'bullmq'
import { buildProcesses } from '../build/processes.ts'
import { processTargets, root } from '../build/targets.ts'
import { withClient } from '../common/with-client.ts'
import { serveCatalogue } from '../drills/catalogue.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles, roles } from '../postgres/roles.ts'
import { gatewayEnvironment } from '../testing/gateway.ts'
import { type RunningProcess, startProcess } from '../testing/process.ts'
import { CORES, pin, unpin } from './cpu.ts'

const GATEWAY = 'gateway'
const POINTS = 'services/listening-points'

export type House = Awaited<ReturnType<typeof openHouse>>

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
  const started: RunningProcess[] = []

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

  const start = async (workspace: string, environment: Record<string, string>): Promise<RunningProcess> => {
    const running = await startProcess([join(root, workspace, 'dist', 'main.js')], {
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      ...environment,
    })
    pin(running.pid, CORES.measured)
    started.push(running)
    return running
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
      start(
        GATEWAY,
        gatewayEnvironment({
          databaseUrl,
          privateKey: identities.privateKey,
          catalogUrl: catalog.url,
          pointsUrl: points.url,
          folder: dataDir,
        }),
      ),
    async close() {
      unpin()
      for (const { child } of started) child.kill('SIGTERM')
      await Promise.all(started.map(({ gone }) => gone))
      await catalog.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
