import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../common/free-port.ts'
import { signal } from '../common/process-table.ts'
import { say, step } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { type Child, keepRunning } from './child.ts'
import type { StartConfig } from './config.ts'
import { openFolders, requirePort } from './data-dir.ts'
import { databaseIn } from './databases.ts'
import { isDemoWanted, noteDemoDone, planDemo } from './demo.ts'
import { type ProcessName, type ProcessSpec, processes } from './environment.ts'
import { runHelper } from './helper.ts'
import { createDatabase } from './keep-database.ts'
import { openLogFile } from './log-file.ts'
import type { Preparation, Prepared } from './prepare.ts'
import { askHealth, localOrigin } from './readiness.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { endStrays, noteRunning } from './strays.ts'

/** A process that ended so often before everything was up will not come up. */
const HOPELESS_ENDS = 3
const READY_WITHIN_MS = 120_000
const GRACE_MS = 10_000

const choosePorts = async (config: StartConfig) => {
  const { port } = config
  await requirePort(config)
  const taken = new Set(port === 0 ? [] : [port])
  const next = async () => {
    const free = await freePort(taken)
    taken.add(free)
    return free
  }
  return {
    gateway: port || (await next()),
    catalog: await next(),
    'listening-points': await next(),
    media: await next(),
    'media-worker-metrics': await next(),
  }
}

/** The whole product as one thing that starts and stops. */
export const createProduct = (config: StartConfig) => {
  const { dataDir, logsDir } = config
  const releaseLock = openFolders(config)
  let children: Child[] = []
  let helper: number | undefined
  const extras: number[] = []
  let stopped: Promise<void> | undefined
  const database = createDatabase(dataDir, () => stopped !== undefined)

  const note = () => {
    if (stopped) return
    noteRunning(
      dataDir,
      [helper, ...extras, ...children.map((child) => child.pid())].filter((pid) => pid !== undefined),
    )
  }

  const help = async (script: string, input: unknown): Promise<unknown> => {
    const log = openLogFile(join(logsDir, script.replace('.js', '.log')))
    const onChange = (pid?: number) => {
      helper = pid
      note()
    }
    try {
      return await runHelper({ script, log, input, onChange, onProgress: (line) => say(`    ${line}`) })
    } finally {
      await log.close()
    }
  }

  const prepare = async (adminUrl: string, { database: passwords }: Secrets) => {
    const input: Preparation = {
      adminUrl,
      database: config.databaseUrl ? databaseIn(config.databaseUrl) : 'griot',
      own: config.ownDatabases,
      passwords,
      queueOnPostgres: config.redisUrl === undefined,
      modulesDir: config.modulesDir,
    }
    const answer = (await help('prepare.js', input)) as Prepared
    if ('failed' in answer) throw new SetupError(answer.failed)
    return answer.urls
  }

  const startProcesses = (specs: readonly ProcessSpec[]) => {
    children = []
    for (const spec of specs) {
      const log = openLogFile(join(logsDir, `${spec.name}.log`))
      children.push(keepRunning({ spec, log, onChange: note, mayStart: database.untilThere }))
    }
    note()
  }

  const untilReady = async (origin: string): Promise<void> => {
    const deadline = Date.now() + READY_WITHIN_MS
    for (;;) {
      const hopeless = children.find((child) => child.ends() >= HOPELESS_ENDS)
      if (hopeless) {
        const why = hopeless.log.last().join('\n')
        throw new SetupError(`${hopeless.name} does not start; its log is ${hopeless.log.file} and ends so:\n${why}`)
      }
      const { isReady, says } = await askHealth(origin)
      if (isReady && children.every((child) => child.name !== 'media-worker' || child.isReady())) return
      if (stopped) throw new SetupError('Stopped before everything was up.')
      if (Date.now() > deadline) throw new SetupError(`Not everything came up within two minutes: ${says}`)
      await sleep(100)
    }
  }

  const stop = async (graceMs: number): Promise<void> => {
    for (const pid of helper ? [helper, ...extras] : extras) signal(pid, 'SIGKILL')
    // The gateway stops taking requests before what answers them goes away.
    const gateway = children.find(({ name }) => name === 'gateway')?.stop(graceMs)
    await Promise.race([gateway, sleep(Math.min(2000, graceMs))])
    await Promise.all([gateway, ...children.map((child) => child.stop(graceMs))])
    await database.stop()
    await Promise.all(children.map((child) => child.log.close()))
    rmSync(join(dataDir, 'processes.json'), { force: true })
    releaseLock()
  }

  return {
    /** Brings everything up and answers its address. */
    async start(): Promise<string> {
      await endStrays(dataDir)
      const ports = await choosePorts(config)
      const secrets = loadSecrets(dataDir)
      planDemo(config)
      const adminUrl = config.databaseUrl ?? (await step('Starting the database', database.start))
      const urls = await step('Preparing the database and the modules', () => prepare(adminUrl, secrets))
      if (stopped) throw new SetupError('Stopped before everything was up.')
      const origin = localOrigin(config.host, ports.gateway)
      startProcesses(processes({ config, secrets, urls, ports }))
      await step('Starting the services', () => untilReady(origin))
      if (isDemoWanted(config)) {
        await step('Filling the new catalogue with a few shows', () => help('seed-demo.js', { origin }))
        noteDemoDone(config)
      }
      return config.publicOrigin ?? `http://localhost:${ports.gateway}`
    },

    /** Starts one process again, with what was built meanwhile. */
    restart: (name: ProcessName) => children.find((child) => child.name === name)?.restart(),

    /** A process that goes when the product goes. */
    adopt: (pid: number) => {
      extras.push(pid)
      note()
    },

    isStopping: () => stopped !== undefined,

    /** Ends everything in order, the database last. */
    stop: () => {
      stopped ??= stop(GRACE_MS)
      return stopped
    },

    /** Ends everything at once; nothing that was acknowledged is lost. */
    kill: async () => {
      stopped ??= Promise.resolve()
      if (helper) signal(helper, 'SIGKILL')
      await Promise.all(children.map((child) => child.stop(0)))
      await database.stopIfQuick()
    },
  }
}

export type Product = ReturnType<typeof createProduct>
