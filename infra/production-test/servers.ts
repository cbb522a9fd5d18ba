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
import { ffmpegPaths } from '../testing/ffmpeg-paths.ts'
import { endProcess, startProcess } from '../testing/start-process.ts'

const CLIENT_ID = 'griot-production-test'

/** Each test file uses its own. */
const REDIS_DATABASES = 1_000

type Print = (line: string) => void

/** MinIO if it is installed or can be built, else the S3 server of the other tests. */
const startBucket = async (folder: string, print: Print) => {
  const found = findMinio()
  if (found === undefined) print('Building MinIO, which takes some minutes once.')
  const binary = found ?? (await buildMinio())
  if (binary !== undefined) return { name: 'MinIO', ...(await serveMinio(binary, folder)) }
  print('MinIO is not installed and cannot be built without Go: using s3rver. Set MINIO_BIN to use MinIO.')
  const { port, close } = await serveBucket(folder)
  const endpoint = `http://127.0.0.1:${port}`
  return { name: 's3rver', endpoint, accessKey: 'S3RVER', secretKey: 'S3RVER', close: async () => close() }
}

/**
 * The servers that the product uses in production, with temporary data. PostgreSQL and Redis use TLS with a private
 * certificate authority. The bucket does not, because the browser of the journey does not trust that authority.
 */
export const startServers = async (print: Print) => {
  if (!hasRedis) throw new SetupError('redis-server is not installed and could not be installed: nothing was tested.')
  if (!hasOpenssl) throw new SetupError('openssl is not installed, so no certificates can be made: nothing was tested.')
  const folder = await mkdtemp(join(tmpdir(), 'griot-production-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of stops.toReversed()) await step()
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
      ...leastRights('griot', 'test-password'),
      ...['--user', 'default', 'off'],
    ])
    stops.push(() => redis.remove())
    await redis.start(authority)
    const redisUrl = `rediss://griot:test-password@localhost:${redis.port}`
    const bucket = await startBucket(join(folder, 'bucket'), print)
    stops.push(() => bucket.close())
    const clientSecret = randomBytes(24).toString('hex')
    const issuer = await startProcess(
      ['--import', 'tsx', join(root, 'gateway', 'src', 'testing', 'separate-issuer.ts')],
      { CLIENT_ID, CLIENT_SECRET: clientSecret, HOME: process.env.HOME ?? folder },
    )
    stops.push(() => endProcess(issuer, 'SIGTERM'))
    const { endpoint, accessKey, secretKey } = bucket
    return {
      bucket: bucket.name,
      /** For every process. */
      trust: { NODE_EXTRA_CA_CERTS: authority.ca },
      /** For the service tests. */
      backingServices: { redisUrl, s3: { endpoint, accessKey, secretKey } },
      /** For the product, as in a deployment. */
      product: {
        NODE_ENV: 'production',
        ...(await ffmpegPaths()),
        NODE_EXTRA_CA_CERTS: authority.ca,
        DATABASE_URL: databaseAt('griot'),
        // One service has its own database.
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
