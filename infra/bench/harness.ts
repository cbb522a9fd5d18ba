import { buildProcesses } from '../build/build.ts'
import { gatewayEnvironment, openHarness, UNREACHABLE } from '../testing/open-harness.ts'
import { programOf, type RunningProcess } from '../testing/start-process.ts'
import { CORES, pin, unpin } from './cpu.ts'

const SETTINGS = { shared_buffers: '1GB', maintenance_work_mem: '512MB', max_wal_size: '8GB' }

export type BenchHarness = Awaited<ReturnType<typeof openBenchHarness>>

/** The built gateway, points service and catalog, on a PostgreSQL with fsync. */
export const openBenchHarness = async () => {
  await buildProcesses()
  const harness = await openHarness(['gateway', 'listening_points', 'catalog'], SETTINGS)
  pin(harness.postgresPid(), CORES.measured)
  pin(process.pid, CORES.client)

  const start = async (workspace: string, environment: Record<string, string>): Promise<RunningProcess> => {
    const running = await harness.start(programOf(workspace, { isBuilt: true }), {
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      ...environment,
    })
    pin(running.pid, CORES.measured)
    return running
  }
  const { IDENTITY_PUBLIC_KEY } = harness.keys
  const startPoints = (databaseUrl: string, CATALOG_URL = UNREACHABLE) =>
    start('services/listening-points', { DATABASE_URL: databaseUrl, IDENTITY_PUBLIC_KEY, CATALOG_URL })

  return {
    dataDir: harness.dataDir,
    postgresPid: harness.postgresPid(),
    sign: harness.sign,
    createDatabase: harness.createDatabase,
    startPoints,
    /** All processes that serve a listener, except media. */
    async startProduct(urls: Awaited<ReturnType<typeof harness.createDatabase>>, admin: string) {
      const environment = gatewayEnvironment(harness, urls.gateway)
      const { OBJECTS_DIR, MEDIA_URL } = environment
      const catalog = await start('services/catalog', {
        DATABASE_URL: urls.catalog,
        IDENTITY_PUBLIC_KEY,
        OBJECTS_DIR,
        MEDIA_URL,
      })
      const points = await startPoints(urls.listening_points, catalog.url)
      const gateway = await start('gateway', {
        ...environment,
        ADMIN_EMAILS: admin,
        CATALOG_URL: catalog.url,
        LISTENING_POINTS_URL: points.url,
      })
      return { url: gateway.url, pids: [gateway.pid, points.pid, catalog.pid] }
    },
    async close() {
      unpin()
      await harness.close()
    },
  }
}
