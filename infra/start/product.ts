import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPortAllocator } from '../common/free-port.ts'
import { step } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import type { Role } from '../postgres/role-names.ts'
import type { StartConfig } from './config.ts'
import { openFolders, requirePort } from './data-dir.ts'
import { databaseIn } from './databases.ts'
import { choosePorts, type ProcessName, processes } from './environment.ts'
import { createDatabase } from './keep-database.ts'
import { type Child, keepRunning } from './keep-running.ts'
import type { Preparation } from './prepare-databases.ts'
import type { ModulesToPublish } from './publish-modules.ts'
import { runHelper } from './run-helper.ts'
import { loadSecrets } from './secrets.ts'
import { endProcesses } from './spawn-process.ts'
import { localOrigin, waitUntilReady } from './wait-until-ready.ts'

const GRACE_MS = 10_000
const READY_MS = 120_000

/**
 * Decides, before the database exists, whether it gets demo shows: if this start is killed while it adds them, the next start
 * completes them. A database that is already in use never gets demo shows.
 */
const planDemo = ({ dataDir, databaseUrl, seedDemo }: StartConfig) => {
  // Earlier installations contain a file of this name.
  const file = join(dataDir, 'demo-catalogue')
  const isExternal = databaseUrl !== undefined
  const isNew = !existsSync(file) && (isExternal || !existsSync(join(dataDir, 'postgres')))
  // For an external database the decision stays open until SEED_DEMO=1.
  if (isNew && (seedDemo || !isExternal)) writeFileSync(file, seedDemo ? 'wanted' : 'unwanted')
  return {
    isWanted: seedDemo && existsSync(file) && readFileSync(file, 'utf8') === 'wanted',
    recordDone: () => writeFileSync(file, 'done'),
  }
}

/** Starts and stops the whole product: database, services, worker and gateway. */
export const createProduct = (config: StartConfig) => {
  const { dataDir, logsDir } = config
  const releaseLock = openFolders(config)
  let stopped: Promise<void> | undefined
  let children: Child[] = []
  const isStopping = () => stopped !== undefined
  const database = createDatabase(dataDir, isStopping)

  const stop = async () => {
    // The gateway stops accepting requests before the services end.
    const gateway = children.find(({ name }) => name === 'gateway')?.stop(GRACE_MS)
    await Promise.race([gateway, sleep(2000)])
    const services = children.filter(({ name }) => name !== 'gateway')
    await Promise.all([gateway, ...services.map((child) => child.stop(GRACE_MS))])
    await endProcesses(dataDir)
    await database.stop(READY_MS)
    releaseLock()
  }

  return {
    /** Starts everything. Returns the public address. */
    async start(): Promise<string> {
      await endProcesses(dataDir)
      await requirePort(config)
      const ports = await choosePorts(createPortAllocator([config.port]), config.port)
      const secrets = loadSecrets(dataDir)
      const demo = planDemo(config)
      const adminUrl = config.databaseUrl ?? (await step('Starting the database', database.start))
      const urls = await step('Preparing the database and the modules', () =>
        runHelper<Record<Role, string>>('prepare', config, {
          adminUrl,
          database: config.databaseUrl ? databaseIn(config.databaseUrl) : 'griot',
          own: config.ownDatabases,
          passwords: secrets.database,
          queueOnPostgres: config.redisUrl === undefined,
          modules: { modulesDir: config.modulesDir, mode: config.modulesMode },
        } satisfies Preparation & { modules: ModulesToPublish }),
      )
      if (isStopping()) throw new SetupError('Stopped before the product was ready.')
      children = processes({ config, secrets, urls, ports }).map((spec) =>
        keepRunning({
          spec,
          dataDir,
          logFile: join(logsDir, `${spec.name}.log`),
          beforeRestart: database.untilReady,
        }),
      )
      const origin = localOrigin(config.host, ports.gateway)
      await step('Starting the services', () => waitUntilReady(origin, children, isStopping))
      if (demo.isWanted) {
        await step('Adding demo shows to the new catalog', () => runHelper('seed-demo', config, { origin }))
        demo.recordDone()
      }
      return config.publicOrigin ?? `http://localhost:${ports.gateway}`
    },

    /** Restarts one process from the current build. */
    restart: (name: ProcessName) => children.find((child) => child.name === name)?.restart(),

    isStopping,

    /** Stops everything in order, the database last. */
    stop: () => {
      stopped ??= stop()
      return stopped
    },

    /** Kills everything at once. Acknowledged data is not lost. */
    kill: async () => {
      stopped ??= Promise.resolve()
      await Promise.all(children.map((child) => child.stop(0)))
      await endProcesses(dataDir)
      await database.stop(1000)
    },
  }
}

export type Product = ReturnType<typeof createProduct>
