import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { createRedis, hasRedis } from '@griot/service-kit/testing/redis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lockOf, takeLock } from '../common/lock-file.ts'
import { checkDatabase } from './check-database.ts'
import { checkDoor } from './check-door.ts'
import { checkMachine, checkNode } from './check-machine.ts'
import { checkObjects } from './check-objects.ts'
import { checkQueue } from './check-queue.ts'
import { examine, inWords } from './examine.ts'
import { because, type Env } from './finding.ts'
import { closeServed, NOWHERE, odds, said, serve, wrongs } from './given-checks.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-doctor-test-'))
})
afterAll(async () => {
  closeServed()
  await rm(folder, { recursive: true, force: true })
})

describe('the public door', () => {
  const PUBLIC = { PUBLIC_ORIGIN: 'https://griot.example', OIDC_ISSUER: 'https://id.example', HOST: '0.0.0.0' }

  it.each<[string, Env, RegExp]>([
    ['an origin with a path', { ...PUBLIC, PUBLIC_ORIGIN: 'https://griot.example/app' }, /without a path/],
    ['http for the world', { ...PUBLIC, PUBLIC_ORIGIN: 'http://griot.example' }, /Serve it by https/],
    ['no provider for the world', { PUBLIC_ORIGIN: 'https://griot.example' }, /set OIDC_ISSUER/],
    ['no provider on every address', { HOST: '0.0.0.0' }, /set OIDC_ISSUER/],
    ['no provider in production', { NODE_ENV: 'production' }, /set OIDC_ISSUER/],
    ['a token that can be guessed', { METRICS_TOKEN: 'short' }, /it needs 24/],
  ])('is wrong with %s', async (_, env, sentence) => {
    expect(await wrongs(checkDoor, env)).toEqual([expect.stringMatching(sentence)])
  })

  it.each<[string, Env, RegExp]>([
    ['a proxy that is not counted', { ...PUBLIC, HOST: '127.0.0.1' }, /TRUSTED_PROXIES is 0/],
    ['a port beside the proxies', { ...PUBLIC, TRUSTED_PROXIES: '1' }, /past your proxies/],
    ['no limits', { ...PUBLIC, RATE_LIMITS: 'off' }, /RATE_LIMITS is off/],
    ['no admins', PUBLIC, /ADMIN_EMAILS names nobody/],
    ['nobody who watches', PUBLIC, /METRICS_TOKEN is not set/],
  ])('is odd with %s', async (_, env, sentence) => {
    expect(await odds(checkDoor, env)).toContainEqual(expect.stringMatching(sentence))
  })

  it('is good when everything is said', async () => {
    const env = { ...PUBLIC, ADMIN_EMAILS: 'boss@example.org', METRICS_TOKEN: 'x'.repeat(24) }
    expect(await checkDoor(env)).toMatchObject([{ level: 'good' }])
  })
})

describe('the database', () => {
  const { adminUrl } = inject('postgres')

  it('is good when it is ours, or one that fits', async () => {
    expect(await checkDatabase({})).toMatchObject([{ level: 'good' }])
    // The one of this test run waits for no disk, which is what it says.
    expect(await wrongs(checkDatabase, { DATABASE_URL: adminUrl })).toEqual([expect.stringMatching(/fsync is off/)])
  })

  it('is wrong when it is no address, nobody is there, or the password is another', async () => {
    const url = new URL(adminUrl)
    url.password = 'another'
    expect(await wrongs(checkDatabase, { DATABASE_URL: 'mysql://x/griot' })).toEqual([
      expect.stringMatching(/not an address/),
    ])
    expect(await wrongs(checkDatabase, { DATABASE_URL: `postgres://a:b@${NOWHERE}/griot` })).toEqual([
      expect.stringMatching(/does not let us in: .*ECONNREFUSED/),
    ])
    expect(await wrongs(checkDatabase, { DATABASE_URL: url.href })).toEqual([expect.stringMatching(/password/)])
  })

  it('is wrong when one service’s own, the pooler or the replica is not there', async () => {
    const away = { DATABASE_URL_MEDIA: `postgres://a:b@${NOWHERE}/media`, DATABASE_POOLER_URL: `postgres://${NOWHERE}` }
    const found = await wrongs(checkDatabase, { ...away, DATABASE_REPLICA_URL: adminUrl })
    expect(found).toEqual([
      expect.stringMatching(/DATABASE_URL_MEDIA needs REDIS_URL/),
      expect.stringMatching(/DATABASE_URL_MEDIA: .* does not let us in/),
      expect.stringMatching(/DATABASE_POOLER_URL: nobody answers/),
    ])
  })

  it('is wrong for an account that may make no roles, and odd for one that cannot restore', async () => {
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query("create role doctor_patient login password 'secret'")
    const url = new URL(adminUrl)
    url.username = 'doctor_patient'
    url.password = 'secret'
    try {
      expect(await wrongs(checkDatabase, { DATABASE_URL: url.href })).toContainEqual(
        expect.stringMatching(/CREATEROLE/),
      )
      expect(await odds(checkDatabase, { DATABASE_URL: url.href })).toContainEqual(expect.stringMatching(/not restore/))
    } finally {
      await admin.query('drop role doctor_patient')
      await admin.end()
    }
  })
})

describe('the queue', () => {
  it('is good without Redis, and wrong when Redis is not there', async () => {
    expect(await checkQueue({})).toMatchObject([{ level: 'good' }])
    expect(await wrongs(checkQueue, { REDIS_URL: `redis://${NOWHERE}` })).toEqual([
      expect.stringMatching(/cannot be reached/),
    ])
    expect(await wrongs(checkQueue, { REDIS_URL: 'nonsense' })).toEqual([expect.stringMatching(/cannot be reached/)])
  })

  it('is told from whom its certificate is, when nobody knows them', () => {
    const unknown = new Error('connection lost', { cause: new Error('self-signed certificate in certificate chain') })
    expect(because(unknown)).toBe(
      'self-signed certificate in certificate chain; NODE_EXTRA_CA_CERTS names the file of an authority of your own',
    )
  })

  it.skipIf(!hasRedis)('is odd when Redis may lose jobs, and good when it is set up not to', async () => {
    const loose = await createRedis()
    const firm = await createRedis(['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
    await Promise.all([loose.start(), firm.start()])
    try {
      expect(await odds(checkQueue, { REDIS_URL: loose.url })).toContainEqual(expect.stringMatching(/appendonly yes/))
      expect(await checkQueue({ REDIS_URL: firm.url })).toMatchObject([{ level: 'good' }])
    } finally {
      await Promise.all([loose.remove(), firm.remove()])
    }
  })
})

describe('the objects', () => {
  const files = () => ({ OBJECTS_DIR: join(folder, 'objects'), FREE_DISK_BYTES: '0' })

  it('are good in a folder with room, and in a bucket', async () => {
    expect(await wrongs(checkObjects, files())).toEqual([])
    const bucket = await serveBucket(join(folder, 'bucket'))
    try {
      const s3 = {
        S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
        S3_BUCKET: 'griot',
        S3_ACCESS_KEY: 'S3RVER',
        S3_SECRET_KEY: 'S3RVER',
      }
      expect(await checkObjects(s3)).toMatchObject([{ level: 'good' }])
      expect(await wrongs(checkObjects, { ...s3, MEDIA_DELIVERY: 'accel' })).toEqual([
        expect.stringMatching(/for files/),
      ])
    } finally {
      bucket.close()
    }
  })

  it('are wrong without room, without a bucket, or delivered in a way there is not', async () => {
    expect(await wrongs(checkObjects, { ...files(), FREE_DISK_BYTES: String(2 ** 60) })).toEqual([
      expect.stringMatching(/refused already/),
    ])
    expect(await wrongs(checkObjects, { ...files(), MEDIA_DELIVERY: 'redirect' })).toEqual([
      expect.stringMatching(/S3_ENDPOINT is not set/),
    ])
    expect(await wrongs(checkObjects, { ...files(), MEDIA_DELIVERY: 'pigeon' })).toEqual([
      expect.stringMatching(/“pigeon”/),
    ])
    const away = { S3_ENDPOINT: `http://${NOWHERE}`, S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
    expect(await wrongs(checkObjects, away)).toEqual([expect.stringMatching(/cannot be used: .*[^.]\.$/)])
    const nameless = await wrongs(checkObjects, { S3_ENDPOINT: `http://${NOWHERE}` })
    expect(nameless[0]).toMatch(/needs S3_ACCESS_KEY/)
    await writeFile(join(folder, 'a-file'), '')
    for (const place of [join(folder, 'a-file'), '/proc/griot']) {
      expect(await wrongs(checkObjects, { OBJECTS_DIR: place })).toEqual([expect.stringMatching(/cannot be used/)])
    }
  })
})

describe('the machine', () => {
  it('is wrong with an old Node', () => {
    expect(checkNode('20.18.1')).toMatchObject([{ level: 'wrong', says: expect.stringMatching(/20\.18\.1/) }])
    expect([...checkNode('20.19.0'), ...checkNode('24.1.0')]).toEqual([])
  })

  it('is wrong when the port is none, or somebody else’s; not when Griot has it', async () => {
    const port = async (listener: RequestListener) => new URL(await serve(listener)).port
    const other = await port((_, response) => response.end('hello'))
    const griot = await port((_, response) => response.end('{"status":"ok"}'))
    const half = await port((_, response) => response.end('{"status":"starting","missing":["catalog"]}'))

    expect(await wrongs(checkMachine, { PORT: 'http' })).toEqual([expect.stringMatching(/no port/)])
    expect(await wrongs(checkMachine, { PORT: other })).toEqual([expect.stringMatching(/taken by something/)])
    expect(await said(checkMachine, { PORT: griot }, 'good')).toEqual([expect.stringMatching(/Griot is running/)])
    expect(await wrongs(checkMachine, { PORT: half })).toEqual([expect.stringMatching(/missing is catalog/)])
  })

  it('is wrong when Griot runs without its own database', async () => {
    const dataDir = join(folder, 'half')
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
    const env = { DATA_DIR: dataDir }
    expect(await said(checkDatabase, env, 'good')).toEqual([expect.stringMatching(/comes with Griot/)])

    // Left by a process that is gone, whoever has its number now.
    await writeFile(lockOf(dataDir), `${process.pid} long ago`)
    expect(await said(checkDatabase, env, 'good')).toEqual([expect.stringMatching(/comes with Griot/)])
    takeLock(lockOf(dataDir))
    expect(await wrongs(checkDatabase, env)).toEqual([expect.stringMatching(/does not run.*server\.log/)])
    await writeFile(join(dataDir, 'postgres', 'password'), 'secret')
    await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), '1\n.\n1\n1\n')
    expect(await wrongs(checkDatabase, env)).toEqual([expect.stringMatching(/does not answer .*server\.log/)])
  })

  it('is wrong when others can read the secrets, or ffmpeg is not where it was said to be', async () => {
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'secrets.json'), '{}')
    await chmod(join(dataDir, 'secrets.json'), 0o644)

    expect(await wrongs(checkMachine, { DATA_DIR: dataDir, PORT: '0' })).toEqual([expect.stringMatching(/chmod 600/)])
    expect(await wrongs(checkMachine, { FFMPEG_PATH: '/nowhere/ffmpeg', PORT: '0' })).toEqual([
      expect.stringMatching(/\/nowhere\/ffmpeg/),
    ])
  })
})

describe('all of it', () => {
  it('is looked at together, with the worst at the end, and an empty variable counts as none', async () => {
    const findings = await examine({
      PORT: '0',
      NODE_ENV: 'production',
      REDIS_URL: '',
      OBJECTS_DIR: join(folder, 'all'),
    })
    const lines = inWords(findings).split('\n')

    expect(new Set(findings.map(({ about }) => about)).size).toBe(7)
    expect(lines.at(-1)).toMatch(/^WRONG {2}.*OIDC_ISSUER/)
    expect(lines[0]).toMatch(/^ ok/)
  })
})
