import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { createRedis, hasRedis } from '@griot/service-kit/testing/redis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { lockOf, takeLock } from '../common/lock-file.ts'
import { reasonFor } from '../common/setup-error.ts'
import { closeServers, errorsOf, findingsOf, messagesOf, serve, UNUSED_ADDRESS, warningsOf } from '../testing/doctor.ts'
import { checkDatabase } from './check-database.ts'
import { checkMachine } from './check-machine.ts'
import { checkObjects } from './check-objects.ts'
import { checkPublicAccess } from './check-public-access.ts'
import { checkQueue } from './check-queue.ts'
import { examine, formatFindings } from './examine.ts'
import type { Env } from './finding.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-doctor-test-'))
})
afterAll(async () => {
  closeServers()
  await rm(folder, { recursive: true, force: true })
})

describe('the public access', () => {
  const PUBLIC = { PUBLIC_ORIGIN: 'https://griot.example', OIDC_ISSUER: 'https://id.example', HOST: '0.0.0.0' }

  it.each<[string, Env, RegExp]>([
    ['an origin with a path', { ...PUBLIC, PUBLIC_ORIGIN: 'https://griot.example/app' }, /without a path/],
    ['http on a public address', { ...PUBLIC, PUBLIC_ORIGIN: 'http://griot.example' }, /Use https/],
    ['no provider on a public address', { PUBLIC_ORIGIN: 'https://griot.example' }, /set OIDC_ISSUER/],
    ['no provider on all interfaces', { HOST: '0.0.0.0' }, /set OIDC_ISSUER/],
    ['no provider in production', { NODE_ENV: 'production' }, /set OIDC_ISSUER/],
    ['a short metrics token', { METRICS_TOKEN: 'short' }, /it needs 24/],
  ])('is an error with %s', async (_, env, sentence) => {
    expect(await errorsOf(checkPublicAccess, env)).toEqual([expect.stringMatching(sentence)])
  })

  it.each<[string, Env, RegExp]>([
    ['a proxy that is not configured', { ...PUBLIC, HOST: '127.0.0.1' }, /TRUSTED_PROXIES is 0/],
    ['a port that is reachable without the proxies', { ...PUBLIC, TRUSTED_PROXIES: '1' }, /only through your proxies/],
    ['no limits', { ...PUBLIC, RATE_LIMITS: 'off' }, /RATE_LIMITS is off/],
    ['no admins', PUBLIC, /ADMIN_EMAILS is empty/],
    ['no metrics token', PUBLIC, /METRICS_TOKEN is not set/],
  ])('is a warning with %s', async (_, env, sentence) => {
    expect(await warningsOf(checkPublicAccess, env)).toContainEqual(expect.stringMatching(sentence))
  })

  it('is ok with a complete configuration', async () => {
    const env = { ...PUBLIC, ADMIN_EMAILS: 'boss@example.org', METRICS_TOKEN: 'x'.repeat(24) }
    expect(await findingsOf(checkPublicAccess, env)).toMatchObject([{ level: 'ok' }])
  })
})

describe('the database', () => {
  const { adminUrl } = inject('postgres')

  it('is ok when it is embedded, or external and suitable', async () => {
    expect(await findingsOf(checkDatabase, {})).toMatchObject([{ level: 'ok' }])
    // The server of the test run has fsync off.
    expect(await errorsOf(checkDatabase, { DATABASE_URL: adminUrl })).toEqual([expect.stringMatching(/fsync is off/)])
  })

  it('is an error with an invalid URL, without a server, or with a wrong password', async () => {
    const url = new URL(adminUrl)
    url.password = 'another'
    expect(await errorsOf(checkDatabase, { DATABASE_URL: 'mysql://x/griot' })).toEqual([
      expect.stringMatching(/not a URL/),
    ])
    expect(await errorsOf(checkDatabase, { DATABASE_URL: `postgres://a:b@${UNUSED_ADDRESS}/griot` })).toEqual([
      expect.stringMatching(/refuses the connection: .*ECONNREFUSED/),
    ])
    expect(await errorsOf(checkDatabase, { DATABASE_URL: url.href })).toEqual([expect.stringMatching(/password/)])
  })

  it('is an error when the database of a service, the pooler or the replica is unreachable', async () => {
    const unreachable = {
      DATABASE_URL_MEDIA: `postgres://a:b@${UNUSED_ADDRESS}/media`,
      DATABASE_POOLER_URL: `postgres://${UNUSED_ADDRESS}`,
    }
    const found = await errorsOf(checkDatabase, { ...unreachable, DATABASE_REPLICA_URL: adminUrl })
    expect(found).toEqual([
      expect.stringMatching(/DATABASE_URL_MEDIA needs REDIS_URL/),
      expect.stringMatching(/DATABASE_URL_MEDIA: .* refuses the connection/),
      expect.stringMatching(/DATABASE_POOLER_URL: no response/),
    ])
  })

  it('is an error for a role that cannot create roles, and a warning for one that cannot restore', async () => {
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query("create role doctor_test login password 'secret'")
    const url = new URL(adminUrl)
    url.username = 'doctor_test'
    url.password = 'secret'
    try {
      expect(await errorsOf(checkDatabase, { DATABASE_URL: url.href })).toContainEqual(
        expect.stringMatching(/CREATEROLE/),
      )
      expect(await warningsOf(checkDatabase, { DATABASE_URL: url.href })).toContainEqual(
        expect.stringMatching(/not restore/),
      )
    } finally {
      await admin.query('drop role doctor_test')
      await admin.end()
    }
  })
})

describe('the queue', () => {
  it('is ok without Redis, and an error when Redis is unreachable', async () => {
    expect(await findingsOf(checkQueue, {})).toMatchObject([{ level: 'ok' }])
    expect(await errorsOf(checkQueue, { REDIS_URL: `redis://${UNUSED_ADDRESS}` })).toEqual([
      expect.stringMatching(/cannot be reached/),
    ])
    expect(await errorsOf(checkQueue, { REDIS_URL: 'nonsense' })).toEqual([expect.stringMatching(/cannot be reached/)])
  })

  it('suggests NODE_EXTRA_CA_CERTS for an unknown certificate authority', () => {
    const unknown = new Error('connection lost', { cause: new Error('self-signed certificate in certificate chain') })
    expect(reasonFor(unknown)).toBe(
      'self-signed certificate in certificate chain; set NODE_EXTRA_CA_CERTS to the file of your own certificate authority',
    )
  })

  it.skipIf(!hasRedis)('is a warning when Redis may lose jobs, and ok when it is configured to keep them', async () => {
    const volatile = await createRedis()
    const durable = await createRedis(['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
    await Promise.all([volatile.start(), durable.start()])
    try {
      expect(await warningsOf(checkQueue, { REDIS_URL: volatile.url })).toContainEqual(
        expect.stringMatching(/appendonly yes/),
      )
      expect(await findingsOf(checkQueue, { REDIS_URL: durable.url })).toMatchObject([{ level: 'ok' }])
    } finally {
      await Promise.all([volatile.remove(), durable.remove()])
    }
  })
})

describe('the objects', () => {
  const files = () => ({ OBJECTS_DIR: join(folder, 'objects'), FREE_DISK_BYTES: '0' })

  it('are ok in a folder with free space, and in a bucket', async () => {
    expect(await errorsOf(checkObjects, files())).toEqual([])
    const bucket = await serveBucket(join(folder, 'bucket'))
    try {
      const s3 = {
        S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
        S3_BUCKET: 'griot',
        S3_ACCESS_KEY: 'S3RVER',
        S3_SECRET_KEY: 'S3RVER',
      }
      expect(await findingsOf(checkObjects, s3)).toMatchObject([{ level: 'ok' }])
      expect(await errorsOf(checkObjects, { ...s3, MEDIA_DELIVERY: 'accel' })).toEqual([
        expect.stringMatching(/with files only/),
      ])
    } finally {
      bucket.close()
    }
  })

  it('are an error without free space, without a bucket, or with an unknown delivery', async () => {
    expect(await errorsOf(checkObjects, { ...files(), FREE_DISK_BYTES: String(2 ** 60) })).toEqual([
      expect.stringMatching(/uploads are refused/),
    ])
    expect(await errorsOf(checkObjects, { ...files(), MEDIA_DELIVERY: 'redirect' })).toEqual([
      expect.stringMatching(/S3_ENDPOINT is not set/),
    ])
    expect(await errorsOf(checkObjects, { ...files(), MEDIA_DELIVERY: 'pigeon' })).toEqual([
      expect.stringMatching(/“pigeon”/),
    ])
    const unreachable = { S3_ENDPOINT: `http://${UNUSED_ADDRESS}`, S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
    expect(await errorsOf(checkObjects, unreachable)).toEqual([expect.stringMatching(/cannot be used: .*[^.]\.$/)])
    const withoutKeys = await errorsOf(checkObjects, { S3_ENDPOINT: `http://${UNUSED_ADDRESS}` })
    expect(withoutKeys[0]).toMatch(/needs S3_ACCESS_KEY/)
    await writeFile(join(folder, 'a-file'), '')
    for (const objectsDir of [join(folder, 'a-file'), '/sys/griot']) {
      expect(await errorsOf(checkObjects, { OBJECTS_DIR: objectsDir })).toEqual([
        expect.stringMatching(/cannot be used/),
      ])
    }
  })
})

describe('the machine', () => {
  it('is an error when the port is invalid or used by another program, but not when Griot uses it', async () => {
    const port = async (listener: RequestListener) => new URL(await serve(listener)).port
    const other = await port((_, response) => response.end('hello'))
    const griot = await port((_, response) => response.end('{"status":"ok"}'))
    const half = await port((_, response) => response.end('{"status":"starting","missing":["catalog"]}'))

    expect(await errorsOf(checkMachine, { PORT: 'http' })).toEqual([expect.stringMatching(/not a port number/)])
    expect(await errorsOf(checkMachine, { PORT: other })).toEqual([expect.stringMatching(/used by another program/)])
    expect(await messagesOf(checkMachine, { PORT: griot }, 'ok')).toEqual([expect.stringMatching(/Griot is running/)])
    expect(await errorsOf(checkMachine, { PORT: half })).toEqual([expect.stringMatching(/catalog missing/)])
  })

  it('is an error when Griot runs without its embedded database', async () => {
    const dataDir = join(folder, 'half')
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
    const env = { DATA_DIR: dataDir }
    expect(await messagesOf(checkDatabase, env, 'ok')).toEqual([expect.stringMatching(/embedded PostgreSQL/)])

    // A stale lock: another process has the PID now.
    await writeFile(lockOf(dataDir), `${process.pid} long ago`)
    expect(await messagesOf(checkDatabase, env, 'ok')).toEqual([expect.stringMatching(/embedded PostgreSQL/)])
    takeLock(lockOf(dataDir))
    expect(await errorsOf(checkDatabase, env)).toEqual([expect.stringMatching(/does not run.*server\.log/)])
    await writeFile(join(dataDir, 'postgres', 'password'), 'secret')
    await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), '1\n.\n1\n1\n')
    expect(await errorsOf(checkDatabase, env)).toEqual([expect.stringMatching(/does not respond .*server\.log/)])
  })

  it('is an error when other users can read the secrets, or FFMPEG_PATH does not exist', async () => {
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'secrets.json'), '{}')
    await chmod(join(dataDir, 'secrets.json'), 0o644)

    expect(await errorsOf(checkMachine, { DATA_DIR: dataDir, PORT: '0' })).toEqual([expect.stringMatching(/chmod 600/)])
    expect(await errorsOf(checkMachine, { FFMPEG_PATH: '/nowhere/ffmpeg', PORT: '0' })).toEqual([
      expect.stringMatching(/\/nowhere\/ffmpeg/),
    ])
  })
})

describe('ffmpeg', () => {
  const MEASURES = [
    ...['limits', 'process limit', 'no network', 'own files', 'own session', 'no new privileges'],
    ...['dies with the worker', 'empty environment'],
    ...(process.getuid?.() === 0 ? ['own user'] : []),
  ]

  it('is an error in production if only npm brings it', async () => {
    vi.stubEnv('PATH', join(folder, 'no-programs'))
    try {
      expect(await errorsOf(checkMachine, { NODE_ENV: 'production', PORT: '0' })).toEqual([
        expect.stringMatching(/come from npm.*refused unless FFMPEG_PATH/),
      ])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('is a warning that names each missing measure on a machine without util-linux', async () => {
    const { ffmpeg, ffprobe } = await findBinaries(process.env)
    vi.stubEnv('PATH', join(folder, 'no-programs'))
    try {
      const warnings = await warningsOf(checkMachine, { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe, PORT: '0' })
      const named = warnings.map((one) => /without these measures of confinement: ([^.]*)\./.exec(one)?.[1])

      expect(
        named
          .find((one) => one !== undefined)
          ?.split(', ')
          .sort(),
      ).toEqual(MEASURES.sort())
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe('examine', () => {
  it('runs all checks, prints errors last, and treats empty variables as unset', async () => {
    const findings = await examine({
      PORT: '0',
      NODE_ENV: 'production',
      REDIS_URL: '',
      OBJECTS_DIR: join(folder, 'all'),
    })
    const lines = formatFindings(findings).split('\n')

    expect(new Set(findings.map(({ about }) => about)).size).toBe(7)
    expect(lines.at(-1)).toMatch(/^ERROR {2}.*OIDC_ISSUER/)
    expect(lines[0]).toMatch(/^ ok/)
  })
})
