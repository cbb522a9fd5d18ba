import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@griot/infra/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveBucket } from '../testing/bucket.ts'
import { createAuthority, hasOpenssl, type TestAuthority } from '../testing/certificates.ts'
import { encryptPostgres } from '../testing/encrypt-postgres.ts'
import { createRedis, hasRedis, leastRights } from '../testing/redis.ts'
import { type Servers, useServers } from '../testing/use-servers.ts'
import { useServersWithCa } from '../testing/use-servers-with-ca.ts'

const canRun = hasRedis && hasOpenssl
const closing: (() => unknown)[] = []
let authority: TestAuthority
let servers: Servers

const serveRedis = async () => {
  const redis = await createRedis([
    '--appendonly',
    'yes',
    ...leastRights('griot', 's:cr/t'),
    '--user',
    'default',
    'off',
  ])
  closing.push(redis.remove)
  await redis.start(authority)
  return `rediss://griot:s%3Acr%2Ft@localhost:${redis.port}/3`
}

const servePostgres = async (dir: string) => {
  const server = await startPostgres({ dataDir: dir, durable: false })
  closing.push(() => server.stop())
  return encryptPostgres(dir, server.adminUrl, authority)
}

beforeAll(async () => {
  if (!canRun) return
  authority = createAuthority()
  closing.push(authority.remove)
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-encrypted-'))
  closing.push(() => rm(dir, { recursive: true, force: true }))
  const bucket = await serveBucket(join(dir, 'bucket'), authority)
  closing.push(bucket.close)
  servers = {
    REDIS_URL: await serveRedis(),
    DATABASE_URL: await servePostgres(dir),
    S3_ENDPOINT: `https://localhost:${bucket.port}`,
  }
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

describe.skipIf(!canRun)('servers that speak TLS under an authority of the company’s own', { timeout: 180_000 }, () => {
  it('are used with verified host names if NODE_EXTRA_CA_CERTS names the authority', async () => {
    const entries = Object.entries(servers).map(([name, url]) => [name, url.replace('localhost', '127.0.0.1')])
    const [named, elsewhere] = await useServersWithCa(authority.ca, [servers, Object.fromEntries(entries)])

    expect(named).toEqual({
      REDIS_URL: [[], 'job-1 is done'],
      DATABASE_URL: [[true, true]],
      S3_ENDPOINT: ['drum'],
    })
    const otherName = expect.stringMatching(/does not match certificate/)
    expect(elsewhere).toEqual({ REDIS_URL: otherName, DATABASE_URL: otherName, S3_ENDPOINT: otherName })
  })

  it('are refused without the certificate authority', async () => {
    const unknown = expect.stringMatching(/unable to (get|verify)|self[- ]signed/)
    expect(await useServers(servers)).toEqual({ REDIS_URL: unknown, DATABASE_URL: unknown, S3_ENDPOINT: unknown })
  })
})
