import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPooler, startPooler } from '@griot/service-kit/testing/pooler'
import { createRedis } from '@griot/service-kit/testing/redis'
import { freePort } from '../common/free-port.ts'
import { startPostgres } from '../postgres/launcher.ts'
import type { StartConfig } from '../start/config.ts'
import { type ProcessName, type ProcessSpec, processes } from '../start/environment.ts'
import { prepareProduct } from '../start/prepare-product.ts'
import { createSecrets } from '../start/secrets.ts'
import { startBalancer } from './nginx.ts'
import { type Running, runCopy } from './run-copy.ts'

const SERVICES = ['catalog', 'listening-points', 'media', 'gateway'] as const
/** The ports of the balancer. */
type Doors = Record<(typeof SERVICES)[number], number>
/** The port that `copies.conf` writes for a service; its copies have the two that follow. */
const WRITTEN = { gateway: 8080, catalog: 8090, 'listening-points': 8100, media: 8110 } as const

export interface CopiesOptions {
  /** For every process. */
  env?: Record<string, string>
  /** One copy stands on both places of a balancer. */
  copies?: 1 | 2
}

/** What a process is told that finds the others through the balancer. */
const behindDoors = (doors: Doors) => ({
  CATALOG_URL: `http://127.0.0.1:${doors.catalog}`,
  LISTENING_POINTS_URL: `http://127.0.0.1:${doors['listening-points']}`,
  MEDIA_URL: `http://127.0.0.1:${doors.media}`,
  PUBLIC_ORIGIN: `http://127.0.0.1:${doors.gateway}`,
  TRUSTED_PROXIES: '1',
  RATE_LIMITS: 'off',
  // Nobody can reach it; those who sign in do so at one that a drill starts.
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'griot',
  // nginx forgets a silent connection after half a second; a busy machine takes its time over that.
  DRAIN_SECONDS: '3',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
})

/**
 * Two copies of every process (or one) behind one nginx, as they were built: on one PostgreSQL (through PgBouncer where there is
 * one) and one Redis, with an issuer of somebody else's.
 */
export const startTwoOfEverything = async ({ env: more = {}, copies: number = 2 }: CopiesOptions = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'griot-copies-'))
  for (const name of ['work', 'nginx']) mkdirSync(join(dataDir, name))
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  const taken = new Set<number>()
  const newPort = async () => {
    const port = await freePort(taken)
    taken.add(port)
    return port
  }

  const start = async () => {
    const secrets = createSecrets()
    const postgres = await startPostgres({ dataDir, durable: false })
    stops.push(() => postgres.stop())
    const redis = await createRedis(['--appendonly', 'yes'])
    stops.push(() => redis.remove())
    await redis.start()
    const modulesDir = join(dataDir, 'modules')
    const { database: passwords } = secrets
    const given = { adminUrl: postgres.adminUrl, database: 'griot', own: {}, passwords }
    const urls = await prepareProduct({ ...given, queueOnPostgres: false, modulesDir }, () => {})
    const pooler = hasPooler ? await startPooler({ port: postgres.port, passwords, size: 10 }) : undefined
    if (pooler !== undefined) stops.push(() => pooler.stop())

    const doors: Doors = {
      gateway: await newPort(),
      catalog: await newPort(),
      'listening-points': await newPort(),
      media: await newPort(),
    }
    const origin = `http://127.0.0.1:${doors.gateway}`
    const config: StartConfig = {
      port: doors.gateway,
      host: '127.0.0.1',
      dataDir,
      publicOrigin: origin,
      seedDemo: false,
      databaseUrl: postgres.adminUrl,
      ownDatabases: {},
      poolerUrl: pooler && `postgres://127.0.0.1:${pooler.port}`,
      replicaUrl: undefined,
      redisUrl: redis.url,
      modulesDir,
      objectsDir: join(dataDir, 'objects'),
      hasBucket: false,
      logsDir: join(dataDir, 'logs'),
    }
    const copyOf = async () => {
      const ports = {
        gateway: await newPort(),
        catalog: await newPort(),
        'listening-points': await newPort(),
        media: await newPort(),
        'media-worker-metrics': await newPort(),
      }
      const specs = processes({ config, secrets, urls, ports })
      return specs.map((spec) => ({
        ...spec,
        env: { ...spec.env, ...behindDoors(doors), ...more, PORT: `${spec.port ?? 0}` },
      }))
    }
    const first = await copyOf()
    const specs = number === 2 ? [first, await copyOf()] : [first]
    const copies = await Promise.all(
      specs.map(async (ofOne) => {
        const running = new Map<ProcessName, Running>()
        await Promise.all(ofOne.map(async (spec) => running.set(spec.name, await runGuarded(spec))))
        return running
      }),
    )
    const portOf = (copy: 0 | 1, name: ProcessName) =>
      (specs[copy] ?? first).find((spec) => spec.name === name)?.port ?? 0
    const written = SERVICES.flatMap((name) => [
      [WRITTEN[name], doors[name]],
      [WRITTEN[name] + 1, portOf(0, name)],
      [WRITTEN[name] + 2, portOf(1, name)],
    ])
    const balancer = await startBalancer(join(dataDir, 'nginx'), Object.fromEntries(written))
    stops.push(() => balancer.stop())

    const replaceOne = async (copy: 0 | 1, spec: ProcessSpec, how: NodeJS.Signals) => {
      const running = copies[copy]
      const before = running?.get(spec.name)
      before?.child.kill(how)
      await before?.gone
      running?.set(spec.name, await runGuarded(spec))
      return before?.child.exitCode
    }

    return {
      origin,
      adminUrl: Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href,
      gatewayUrl: urls.gateway,
      /** One copy, asked past the balancer. */
      directly: (name: (typeof SERVICES)[number]) => `http://127.0.0.1:${portOf(0, name)}`,
      identityKey: secrets.identity.privateKey,
      /** Ends every process of one copy as a deployment does, and starts it again. Answers how they ended. */
      async replace(copy: 0 | 1, how: NodeJS.Signals = 'SIGTERM') {
        return Promise.all((specs[copy] ?? []).map((spec) => replaceOne(copy, spec, how)))
      },
      /** The same as a cluster does it: one process after the other, each when the one before is ready. */
      async replaceInTurn(copy: 0 | 1) {
        const ends: (number | null | undefined)[] = []
        for (const spec of specs[copy] ?? []) ends.push(await replaceOne(copy, spec, 'SIGTERM'))
        return ends
      },
      trouble: () => copies.flatMap((running) => [...running.values()].flatMap(({ trouble }) => trouble)),
    }
  }

  const runGuarded = async (spec: ProcessSpec) => {
    const running = await runCopy(spec)
    stops.push(async () => {
      if (running.child.exitCode !== null || running.child.signalCode !== null) return
      running.child.kill('SIGKILL')
      await running.gone
    })
    return running
  }

  try {
    return { ...(await start()), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
