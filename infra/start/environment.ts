import { join } from 'node:path'
import type { Role } from '../postgres/role-names.ts'
import { root, type StartConfig } from './config.ts'
import type { Secrets } from './secrets.ts'

export type ProcessName = 'catalog' | 'listening-points' | 'media' | 'media-worker' | 'gateway'

export interface ProcessSpec {
  name: ProcessName
  script: string
  /** Absent for a worker, which answers no requests. */
  port?: number
  env: NodeJS.ProcessEnv
}

interface Facts {
  config: StartConfig
  secrets: Secrets
  urls: Readonly<Record<Role, string>>
  ports: Readonly<Record<Exclude<ProcessName, 'media-worker'> | 'media-worker-metrics', number>>
}

// What any program may need from the machine. Nothing else is passed on unasked: a process that is taken over should not
// hold another one's secrets.
const forAll = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'TZ',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'LOG_LEVEL',
  'PRODUCT_NAME',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
]
const forObjects = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION', 'S3_SILENCE_SECONDS']
const forUploads = ['UPLOAD_QUOTA_BYTES', 'UPLOAD_QUOTA_FILES', 'FREE_DISK_BYTES']
const forAudio = ['FFMPEG_PATH', 'FFPROBE_PATH']
const forGateway = [
  'PUBLIC_ORIGIN',
  'TRUSTED_PROXIES',
  'ADMIN_EMAILS',
  'MEDIA_DELIVERY',
  'S3_PUBLIC_ENDPOINT',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPE',
  'OIDC_ROLES_CLAIM',
  'OIDC_ADMIN_ROLES',
  'SESSION_IDLE_HOURS',
  'RATE_LIMITS',
  'LIVE_RELOAD',
  'METRICS_TOKEN',
]

// glibc keeps memory apart for each of Node's threads; two such heaps are enough and cost 8 MB less a process.
const FEW_HEAPS = { MALLOC_ARENA_MAX: '2' }

/** How much memory each process takes before it clears away what it no longer needs. */
export const MEMORY = {
  // Room for what lives shortly: the 16 MB that Node takes by itself stay taken after the first busy moment.
  service: { ...FEW_HEAPS, NODE_OPTIONS: '--max-semi-space-size=4' },
  // ffmpeg does the work; what loading our code takes would else stay as room for garbage, 20 MB of it.
  worker: { ...FEW_HEAPS, NODE_OPTIONS: '--max-semi-space-size=1' },
} as const

/** The same account and database by another way: a pooler in front of the server, or a replica of it. */
const byWayOf = (way: string, url: string): string => {
  const { username, password, pathname } = new URL(url)
  return Object.assign(new URL(way), { username, password, pathname }).href
}

const passOn = (names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, process.env[name]]).filter(([, value]) => value))

/** Every process of the product, with all that it is told. */
export const processes = ({ config, secrets, urls, ports }: Facts): ProcessSpec[] => {
  const address = (service: 'catalog' | 'listening-points' | 'media') => `http://127.0.0.1:${ports[service]}`
  const addresses = {
    CATALOG_URL: address('catalog'),
    LISTENING_POINTS_URL: address('listening-points'),
    MEDIA_URL: address('media'),
  }
  const common = {
    ...passOn(forAll),
    ...addresses,
    ...MEMORY.service,
    ...(config.redisUrl ? { REDIS_URL: config.redisUrl } : {}),
  }
  const objects = { ...passOn(forObjects), OBJECTS_DIR: config.objectsDir }
  const { poolerUrl, replicaUrl } = config
  const database = (role: Role): NodeJS.ProcessEnv => ({
    DATABASE_URL: urls[role],
    ...(poolerUrl && { DATABASE_POOLER_URL: byWayOf(poolerUrl, urls[role]) }),
  })
  const identity = { IDENTITY_PUBLIC_KEY: JSON.stringify(secrets.identity.publicKey) }
  const script = (workspace: string, file = 'main.js') => join(root, workspace, 'dist', file)
  const service = (name: 'catalog' | 'listening-points' | 'media', role: Role): ProcessSpec => ({
    name,
    script: script(`services/${name}`),
    port: ports[name],
    env: { ...common, ...identity, HOST: '127.0.0.1', PORT: String(ports[name]), ...database(role) },
  })

  const catalog = service('catalog', 'catalog')
  const media = service('media', 'media')
  return [
    {
      ...catalog,
      env: {
        ...catalog.env,
        ...objects,
        ...(replicaUrl && { DATABASE_REPLICA_URL: byWayOf(replicaUrl, urls.catalog) }),
      },
    },
    service('listening-points', 'listening_points'),
    { ...media, env: { ...media.env, ...objects, ...passOn(forUploads), GRANT_SECRET: secrets.grant } },
    {
      name: 'media-worker',
      script: script('services/media', 'worker.js'),
      // Answers nobody, so it knows nobody's keys.
      env: {
        ...common,
        ...objects,
        ...passOn(forAudio),
        ...database('media'),
        ...MEMORY.worker,
        METRICS_PORT: String(ports['media-worker-metrics']),
        // Beside the objects, so that a finished file is moved there, not copied.
        WORK_DIR: join(config.dataDir, 'work'),
      },
    },
    {
      name: 'gateway',
      script: script('gateway'),
      port: ports.gateway,
      env: {
        ...common,
        ...objects,
        OIDC_PROVIDER_JWKS: JSON.stringify(secrets.oidcProvider),
        ...passOn(forGateway),
        HOST: config.host,
        PORT: String(ports.gateway),
        MEDIA_WORKER_METRICS_URL: `http://127.0.0.1:${ports['media-worker-metrics']}`,
        ...database('gateway'),
        MODULES_DIR: config.modulesDir,
        IDENTITY_PRIVATE_KEY: JSON.stringify(secrets.identity.privateKey),
        GRANT_SECRET: secrets.grant,
      },
    },
  ]
}
