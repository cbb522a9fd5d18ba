import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { createAuthority, hasOpenssl } from '@griot/service-kit/testing/certificates'
import { encryptPostgres } from '@griot/service-kit/testing/encrypt-postgres'
import { buildMinio, findMinio, serveMinio } from '@griot/service-kit/testing/minio'
import { createRedis, hasRedis, leastRights } from '@griot/service-kit/testing/redis'
import { SetupError } from '../common/setup-error.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { root } from '../start/config.ts'
import { startProcess } from '../testing/process.ts'

const CLIENT_ID = 'griot-production-test'

/** Each house of a test takes one for itself. */
const REDIS_DATABASES = 1_000

type Say = (line: string) => void

/** A real MinIO where there is one or it can be built, else the small S3 that the other tests use. */
const startBucket = async (folder: string, say: Say) => {
  const found = findMinio()
  if (found === undefined) say('Building MinIO once for this user: that takes some minutes.')
  const binary = found ?? (await buildMinio())
  if (binary !== undefined) return { name: 'MinIO', ...(await serveMinio(binary, folder)) }
  say('There is no MinIO here, and no Go that could build it: s3rver takes its place. MINIO_BIN names one.')
  const { port, close } = await serveBucket(folder)
  const endpoint = `http://127.0.0.1:${port}`
  return { name: 's3rver', endpoint, accessKey: 'S3RVER', secretKey: 'S3RVER', close: async () => close() }
}

/**
 * Everything that stands around the product in production, each a server of its own with data of its own. PostgreSQL and
 * Redis speak TLS under a private authority; the bucket does not, for the browser of the journey knows no such authority.
 */
export const startServers = async (say: Say) => {
  if (!hasRedis)
    throw new SetupError('There is no redis-server here and it could not be installed: nothing was tested.')
  if (!hasOpenssl)
    throw new SetupError('There is no openssl here, so nobody can show a certificate: nothing was tested.')
  const folder = await mkdtemp(join(tmpdir(), 'griot-production-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.toReversed()) await end()
  }
  try {
    const authority = createAuthority()
    stops.push(async () => authority.remove())
    const postgres = await startPostgres({ dataDir: folder, durable: false })
    stops.push(() => postgres.stop())
    const databaseUrl = await encryptPostgres(folder, postgres.adminUrl, authority)
    const databaseAt = (name: string) => Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
    const redis = await createRedis([
      ...['--databases', `${REDIS_DATABASES}`, '--appendonly', 'yes'],
      ...leastRights('griot', 'of-the-test'),
      ...['--user', 'default', 'off'],
    ])
    stops.push(() => redis.remove())
    await redis.start(authority)
    const redisUrl = `rediss://griot:of-the-test@localhost:${redis.port}`
    const bucket = await startBucket(join(folder, 'bucket'), say)
    stops.push(() => bucket.close())
    const clientSecret = randomBytes(24).toString('hex')
    const issuer = await startProcess(
      ['--import', 'tsx', join(root, 'gateway', 'src', 'testing', 'separate-issuer.ts')],
      { CLIENT_ID, CLIENT_SECRET: clientSecret, HOME: process.env.HOME ?? folder },
    )
    stops.push(async () => {
      issuer.child.kill('SIGTERM')
      await issuer.gone
    })
    const { endpoint, accessKey, secretKey } = bucket
    return {
      bucket: bucket.name,
      /** Whom to trust, for every process. */
      trust: { NODE_EXTRA_CA_CERTS: authority.ca },
      /** For the tests of the services. */
      surroundings: { redisUrl, s3: { endpoint, accessKey, secretKey } },
      /** For the product as a whole, the way a deployment is configured. */
      product: {
        NODE_ENV: 'production',
        NODE_EXTRA_CA_CERTS: authority.ca,
        DATABASE_URL: databaseAt('griot'),
        // As a service has it that has outgrown the others.
        DATABASE_URL_LISTENING_POINTS: databaseAt('griot_points'),
        REDIS_URL: redisUrl,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY: accessKey,
        S3_SECRET_KEY: secretKey,
        MEDIA_DELIVERY: 'redirect',
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: clientSecret,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
