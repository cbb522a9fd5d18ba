import { buildProcesses } from '../build/build.ts'
import { gatewayEnvironment, openHarness } from '../testing/open-harness.ts'
import { programOf, type RunningProcess } from '../testing/start-process.ts'
import { serveStubCatalog } from '../testing/stub-catalog.ts'
import { CORES, pin, unpin } from './cpu.ts'

const POINTS = 'services/listening-points'
const SETTINGS = { shared_buffers: '1GB', maintenance_work_mem: '512MB', max_wal_size: '8GB' }

export type BenchHarness = Awaited<ReturnType<typeof openBenchHarness>>

/** The built gateway and points service, on a PostgreSQL with fsync. */
export const openBenchHarness = async () => {
  await buildProcesses()
  const harness = await openHarness(['gateway', 'listening_points'], SETTINGS)
  pin(harness.postgresPid(), CORES.measured)
  pin(process.pid, CORES.client)
  const catalog = await serveStubCatalog()

  const start = async (workspace: string, environment: Record<string, string>): Promise<RunningProcess> => {
    const running = await harness.start(programOf(workspace, { isBuilt: true }), {
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      CATALOG_URL: catalog.url,
      ...environment,
    })
    pin(running.pid, CORES.measured)
    return running
  }

  return {
    dataDir: harness.dataDir,
    episodes: catalog.episodes,
    postgresPid: harness.postgresPid(),
    sign: harness.sign,
    createDatabase: harness.createDatabase,
    startPoints: (databaseUrl: string) =>
      start(POINTS, { DATABASE_URL: databaseUrl, IDENTITY_PUBLIC_KEY: harness.keys.IDENTITY_PUBLIC_KEY }),
    startGateway: (databaseUrl: string, points: RunningProcess) =>
      start('gateway', {
        ...gatewayEnvironment(harness, databaseUrl),
        CATALOG_URL: catalog.url,
        LISTENING_POINTS_URL: points.url,
      }),
    async close() {
      unpin()
      await harness.close()
      await catalog.close()
    },
  }
}
