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
  ports: Readonly<Record<'catalog' | 'listening-points' | 'media' | 'gateway', number>>
}

// What any program may need from the machine. Nothing else is passed on unasked: a process that is taken over should not
// hold another one's secrets.
const forAll = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'LOG_LEVEL', 'PRODUCT_NAME']
const forObjects = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION']
const forUploads = ['UPLOAD_QUOTA_BYTES', 'UPLOAD_QUOTA_FILES', 'FREE_DISK_BYTES']
const forAudio = ['FFMPEG_PATH', 'FFPROBE_PATH']
const forGateway = [
  'PUBLIC_ORIGIN',
  'TRUSTED_PROXIES',
  'ADMIN_EMAILS',
  'MEDIA_DELIVERY',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'SESSION_IDLE_HOURS',
  'RATE_LIMITS',
  'LIVE_RELOAD',
]

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
    DATA_DIR: config.dataDir,
    // glibc keeps memory apart for each of Node's threads; two such heaps are enough and cost 8 MB less a process.
    MALLOC_ARENA_MAX: '2',
    // Room for what lives shortly: the 16 MB that Node takes by itself stay taken after the first busy moment.
    NODE_OPTIONS: '--max-semi-space-size=4',
    ...(config.redisUrl ? { REDIS_URL: config.redisUrl } : {}),
  }
  const objects = { ...passOn(forObjects), OBJECTS_DIR: config.objectsDir }
  const identity = { IDENTITY_PUBLIC_KEY: JSON.stringify(secrets.identity.publicKey) }
  const script = (workspace: string, file = 'main.js') => join(root, workspace, 'dist', file)
  const service = (name: 'catalog' | 'listening-points' | 'media', role: Role): ProcessSpec => ({
    name,
    script: script(`services/${name}`),
    port: ports[name],
    env: { ...common, ...identity, HOST: '127.0.0.1', PORT: String(ports[name]), DATABASE_URL: urls[role] },
  })

  const catalog = service('catalog', 'catalog')
  const media = service('media', 'media')
  return [
    { ...catalog, env: { ...catalog.env, ...objects } },
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
        DATABASE_URL: urls.media,
        // ffmpeg does the work; what loading our code takes would else stay as room for garbage, 20 MB of it.
        NODE_OPTIONS: '--max-semi-space-size=1',
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
        DATABASE_URL: urls.gateway,
        MODULES_DIR: config.modulesDir,
        IDENTITY_PRIVATE_KEY: JSON.stringify(secrets.identity.privateKey),
        GRANT_SECRET: secrets.grant,
      },
    },
  ]
}
