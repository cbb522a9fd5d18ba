import { join } from 'node:path'
import { byService, byUrlVariable, SERVICES, type ServiceName, schemaOf } from '@griot/contracts/services'
import type { Role } from '../postgres/role-names.ts'
import { root, type StartConfig } from './config.ts'
import type { Secrets } from './secrets.ts'

export type ProcessName = ServiceName | 'media-worker' | 'gateway'

export interface ProcessSpec {
  name: ProcessName
  script: string
  /** Undefined for the worker, which has no HTTP server for requests. */
  port?: number
  env: NodeJS.ProcessEnv
}

/** The part of the start configuration that the processes need. */
type Config = Pick<StartConfig, 'host' | 'dataDir' | 'modulesDir' | 'objectsDir'> &
  Partial<Pick<StartConfig, 'poolerUrl' | 'replicaUrl' | 'redisUrl'>>

export type Ports = Readonly<Record<Exclude<ProcessName, 'media-worker'> | 'media-worker-metrics', number>>

export const choosePorts = async (nextPort: () => Promise<number>, gateway = 0): Promise<Ports> => {
  const ports = byService(() => 0)
  for (const service of SERVICES) ports[service] = await nextPort()
  return { ...ports, gateway: gateway || (await nextPort()), 'media-worker-metrics': await nextPort() }
}

interface Facts {
  config: Config
  secrets: Secrets
  urls: Readonly<Record<Role, string>>
  ports: Ports
}

// Each process gets only the variables it needs: a compromised process must not hold the secrets of another one.
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
const forUploads = ['UPLOAD_MAX_BYTES', 'UPLOAD_QUOTA_BYTES', 'UPLOAD_QUOTA_FILES', 'FREE_DISK_BYTES']
const forAudio = ['FFMPEG_PATH', 'FFPROBE_PATH']
const forMail = ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN']
const forFeeds = ['WEBSUB_HUBS', 'PODCAST_INDEX', 'PODPING_TOKEN']
const forGateway = [
  'PUBLIC_ORIGIN',
  'TRUSTED_PROXIES',
  'ADMIN_EMAILS',
  'UPLOAD_MAX_BYTES',
  'MEDIA_DELIVERY',
  'S3_PUBLIC_ENDPOINT',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPE',
  'OIDC_ROLES_CLAIM',
  'OIDC_ADMIN_ROLES',
  'RATE_LIMITS',
  'LIVE_RELOAD',
  'OFFLINE_PAGE',
  'METRICS_TOKEN',
  'CI_OIDC_ISSUER',
  'CI_OIDC_AUDIENCE',
  'MODULE_BACKENDS',
  'SMTP_URL',
  'MAIL_FROM',
  'CONTACT_EMAIL',
  'MODULE_BACKEND_TIMEOUT_SECONDS',
]

// glibc has one malloc arena per thread. Two are enough and save 8 MB per process.
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }

export const MEMORY = {
  // In MB. Node's default of 16 MB for young objects stays allocated after the first load peak.
  service: { ...FEW_ARENAS, NODE_OPTIONS: '--max-semi-space-size=4' },
  // ffmpeg does the work. A larger size would keep 20 MB that only loading our code needs.
  worker: { ...FEW_ARENAS, NODE_OPTIONS: '--max-semi-space-size=1' },
} as const

/** The URL with the host of a pooler or replica, but the same account and database. */
const withHost = (host: string, url: string): string => {
  const { username, password, pathname } = new URL(url)
  return Object.assign(new URL(host), { username, password, pathname }).href
}

const passOn = (names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, process.env[name]]).filter(([, value]) => value))

/** Every process of the product with its environment. */
export const processes = ({ config, secrets, urls, ports }: Facts): ProcessSpec[] => {
  const { poolerUrl, replicaUrl, redisUrl } = config
  const local = (port: number) => `http://127.0.0.1:${port}`
  const common = {
    ...passOn(forAll),
    ...MEMORY.service,
    ...byUrlVariable((service) => local(ports[service])),
    ...(redisUrl && { REDIS_URL: redisUrl }),
  }
  const objects = { ...passOn(forObjects), OBJECTS_DIR: config.objectsDir }
  const database = (role: Role): NodeJS.ProcessEnv => ({
    DATABASE_URL: urls[role],
    ...(poolerUrl && { DATABASE_POOLER_URL: withHost(poolerUrl, urls[role]) }),
  })
  const script = (workspace: string, file = 'main.js') => join(root, workspace, 'dist', file)
  /** Variables of single services. */
  const own: Partial<Record<ServiceName, NodeJS.ProcessEnv>> = {
    catalog: {
      ...objects,
      ...passOn(forMail),
      ...passOn(forFeeds),
      LOCAL_ORIGIN: `http://localhost:${ports.gateway}`,
      ...(replicaUrl && { DATABASE_REPLICA_URL: withHost(replicaUrl, urls.catalog) }),
    },
    media: { ...objects, ...passOn(forUploads), GRANT_SECRET: secrets.grant },
  }
  const service = (name: ServiceName) => ({
    name,
    script: script(`services/${name}`),
    port: ports[name],
    env: {
      ...common,
      ...database(schemaOf(name)),
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      IDENTITY_PUBLIC_KEY: JSON.stringify(secrets.identity.publicKey),
      ...own[name],
    },
  })

  return [
    ...SERVICES.map(service),
    {
      name: 'media-worker',
      script: script('services/media', 'worker.js'),
      env: {
        ...common,
        ...database('media'),
        ...objects,
        ...passOn(forAudio),
        ...MEMORY.worker,
        METRICS_PORT: String(ports['media-worker-metrics']),
        // On the disk of the objects, so that a finished file is renamed, not copied.
        WORK_DIR: join(config.dataDir, 'work'),
      },
    },
    {
      name: 'gateway',
      script: script('gateway'),
      port: ports.gateway,
      env: {
        ...common,
        ...database('gateway'),
        ...objects,
        ...passOn(forGateway),
        HOST: config.host,
        PORT: String(ports.gateway),
        OIDC_PROVIDER_JWKS: JSON.stringify(secrets.oidcProvider),
        MEDIA_WORKER_METRICS_URL: local(ports['media-worker-metrics']),
        MODULES_DIR: config.modulesDir,
        IDENTITY_PRIVATE_KEY: JSON.stringify(secrets.identity.privateKey),
        GRANT_SECRET: secrets.grant,
      },
    },
  ]
}
