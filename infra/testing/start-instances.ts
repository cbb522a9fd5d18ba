import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byService, byUrlVariable, type ServiceName } from '@griot/contracts/services'
import { hasPooler, startPooler } from '@griot/service-kit/testing/pooler'
import { createRedis } from '@griot/service-kit/testing/redis'
import { createPortAllocator } from '../common/free-port.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { choosePorts, type ProcessName, type ProcessSpec, processes } from '../start/environment.ts'
import { prepareDatabases } from '../start/prepare-databases.ts'
import { publishModules } from '../start/publish-modules.ts'
import { createSecrets } from '../start/secrets.ts'
import { ffmpegPaths } from './ffmpeg-paths.ts'
import { type BalancedPorts, startBalancer } from './nginx.ts'
import { endProcess, type RunningProcess, startProcess } from './start-process.ts'

type BalancedName = ServiceName | 'gateway'
type BalancerPorts = Readonly<Record<BalancedName, number>>

interface Options {
  /** For every process. */
  env?: Record<string, string>
  /** With one instance, both servers of a balancer are the same. */
  instances?: 1 | 2
}

type CleanUp = (() => Promise<unknown>)[]

/** The environment of processes that reach each other through the balancer. */
const behindBalancer = (ports: BalancerPorts) => ({
  ...byUrlVariable((service) => `http://127.0.0.1:${ports[service]}`),
  PUBLIC_ORIGIN: `http://127.0.0.1:${ports.gateway}`,
  TRUSTED_PROXIES: '1',
  RATE_LIMITS: 'off',
  // Not reachable. Tests write sessions into the database.
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'griot',
  // nginx closes idle connections after half a second; a busy machine needs longer.
  DRAIN_SECONDS: '3',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
})

/** PostgreSQL, Redis and, if installed, PgBouncer, with all tables and roles. */
const startStorage = async (dataDir: string, cleanUp: CleanUp) => {
  const secrets = createSecrets()
  const { database: passwords } = secrets
  const postgres = await startPostgres({ dataDir, durable: false })
  cleanUp.push(() => postgres.stop())
  const redis = await createRedis(['--appendonly', 'yes'])
  cleanUp.push(() => redis.remove())
  await redis.start()
  const modulesDir = join(dataDir, 'modules')
  const database = { adminUrl: postgres.adminUrl, database: 'griot', own: {}, passwords }
  const urls = await prepareDatabases({ ...database, queueOnPostgres: false })
  await publishModules({ modulesDir, mode: 'publish' }, () => {})
  const pooler = hasPooler ? await startPooler({ port: postgres.port, passwords, size: 10 }) : undefined
  if (pooler !== undefined) cleanUp.push(() => pooler.stop())
  const config = {
    host: '127.0.0.1',
    dataDir,
    poolerUrl: pooler && `postgres://127.0.0.1:${pooler.port}`,
    redisUrl: redis.url,
    modulesDir,
    objectsDir: join(dataDir, 'objects'),
  }
  return { secrets, urls, config, adminUrl: Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href }
}

/** One instance of every process of the product. */
const startInstance = async (specs: readonly ProcessSpec[], cleanUp: CleanUp) => {
  const running = new Map<ProcessName, RunningProcess>()
  const start = async (spec: ProcessSpec) => {
    const started = await startProcess([spec.script], spec.env, { readyPort: spec.port })
    running.set(spec.name, started)
    cleanUp.push(() => endProcess(started, 'SIGKILL'))
  }
  await Promise.all(specs.map(start))

  const restart = async (spec: ProcessSpec, signal: NodeJS.Signals) => {
    const before = running.get(spec.name)
    const code = before && (await endProcess(before, signal))
    await start(spec)
    return code
  }
  return {
    portOf: (name: ProcessName) => specs.find((spec) => spec.name === name)?.port ?? 0,
    /** Ends all processes at once, as a deployment does, and starts them again. Returns their exit codes. */
    restartAll: (signal: NodeJS.Signals) => Promise.all(specs.map((spec) => restart(spec, signal))),
    /** Restarts the processes one after the other, as a cluster does. Returns their exit codes. */
    async restartOneByOne() {
      const codes: (number | null | undefined)[] = []
      for (const spec of specs) codes.push(await restart(spec, 'SIGTERM'))
      return codes
    },
    errors: () => [...running.values()].flatMap(({ errors }) => errors),
  }
}

const startAll = async ({ env = {}, instances: count = 2 }: Options, dataDir: string, cleanUp: CleanUp) => {
  const { secrets, urls, config, adminUrl } = await startStorage(dataDir, cleanUp)
  const nextPort = createPortAllocator()
  const balancerPorts = await choosePorts(nextPort)
  const audio = await ffmpegPaths()
  const specsOfOne = async (): Promise<ProcessSpec[]> =>
    processes({ config, secrets, urls, ports: await choosePorts(nextPort) }).map((spec) => ({
      ...spec,
      env: { ...spec.env, ...behindBalancer(balancerPorts), ...audio, ...env, PORT: `${spec.port ?? 0}` },
    }))
  const specs = count === 2 ? [await specsOfOne(), await specsOfOne()] : [await specsOfOne()]
  const [first, second] = await Promise.all(specs.map((ofOne) => startInstance(ofOne, cleanUp)))
  if (first === undefined) throw new Error('no instance was started')
  const instances = [first, second ?? first] as const
  const portsOf = (name: BalancedName): BalancedPorts => [
    balancerPorts[name],
    instances[0].portOf(name),
    instances[1].portOf(name),
  ]
  const balancer = await startBalancer(join(dataDir, 'nginx'), { ...byService(portsOf), gateway: portsOf('gateway') })
  cleanUp.push(() => balancer.stop())
  return {
    origin: `http://127.0.0.1:${balancerPorts.gateway}`,
    adminUrl,
    gatewayUrl: urls.gateway,
    /** The origin of one instance of a service, without the balancer. */
    originOf: (name: BalancedName, index: 0 | 1 = 0) => `http://127.0.0.1:${instances[index].portOf(name)}`,
    identityKey: secrets.identity.privateKey,
    restartAll: (index: 0 | 1, signal: NodeJS.Signals = 'SIGTERM') => instances[index].restartAll(signal),
    restartOneByOne: (index: 0 | 1) => instances[index].restartOneByOne(),
    errors: () => instances.flatMap(({ errors }) => errors()),
    balancerErrors: balancer.errors,
  }
}

/**
 * Starts the built product behind nginx: one or two instances of every process, with one PostgreSQL (through PgBouncer if it
 * is installed), one Redis and an external issuer.
 */
export const startInstances = async (options: Options = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'griot-instances-'))
  for (const name of ['work', 'nginx']) mkdirSync(join(dataDir, name))
  const cleanUp: CleanUp = [async () => rmSync(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of cleanUp.splice(0).reverse()) await step()
  }
  try {
    return { ...(await startAll(options, dataDir, cleanUp)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Instances = Awaited<ReturnType<typeof startInstances>>
