import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathFor } from '@griot/contracts/endpoint'
import { ListUserMedia } from '@griot/contracts/media/files'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withClient } from '../common/with-client.ts'
import { type RunningPostgres, startPostgres } from '../postgres/launcher.ts'
import { createHttpClient, publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { startGriot } from '../testing/start-griot.ts'
import { auditLedger } from '../testing/start-process.ts'
import { KOFI, startActiveUsers } from './active-users.ts'

const TIMEOUT_MS = 120_000
const canRun = process.env.LONG_DRILLS

let folder: string
let postgres: RunningPostgres
let product: ReturnType<typeof startGriot>
const pathOf = (name: string) => join(folder, name)

const griotUrl = ({ adminUrl }: RunningPostgres) => Object.assign(new URL(adminUrl), { pathname: '/griot' }).href

beforeAll(async () => {
  if (!canRun) return
  folder = await mkdtemp(join(tmpdir(), 'griot-lost-'))
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  await mkdir(pathOf('log'))
  await chmod(pathOf('log'), 0o777)
  const archive = `test ! -f ${pathOf('log')}/%f && cp %p ${pathOf('log')}/%f`
  postgres = await startPostgres({
    dataDir: pathOf('here'),
    settings: { archive_mode: 'on', archive_command: archive, archive_timeout: 60 },
  })
  product = startGriot(pathOf('here'), { DATABASE_URL: griotUrl(postgres) })
}, 180_000)
afterAll(async () => {
  if (!canRun) return
  await product.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const onDatabase = <Result>(work: (client: pg.Client) => Promise<Result>) => withClient(griotUrl(postgres), work)

/** Copies the files of the running server, as `pg_basebackup` does. */
const copyBase = (target: string) =>
  onDatabase(async (client) => {
    await client.query(`select pg_backup_start('drill', true)`)
    // Changes during the copy are in the WAL.
    await cp(pathOf('here/postgres'), target, {
      recursive: true,
      filter: (path) => !/postmaster\.pid|pg_wal\/.|server\.log/.test(path),
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(target, 'data', 'backup_label'), rows[0]?.labelfile ?? '')
  })

/** Archives the WAL written so far, as `archive_timeout` does once a minute. */
const archiveLog = async () => {
  const file = await onDatabase(async (client) => {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
    return rows[0]?.file ?? ''
  })
  await vi.waitUntil(() => existsSync(join(pathOf('log'), file)), { timeout: TIMEOUT_MS })
}

describe.runIf(canRun)('the loss of the machine with the database', { timeout: 400_000 }, () => {
  it('is recovered from a base backup, archived WAL and objects, without losing acknowledged data', async () => {
    const ama = new ApiClient(await product.ready)
    await ama.signIn({ email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' })
    const origin = await product.ready
    const episode = await publishEpisode(createHttpClient(origin, ama.cookies), await recordAudio(3))
    const users = await startActiveUsers(origin, episode, await recordAudio(1))
    await copyBase(pathOf('base'))
    await vi.waitUntil(() => users.acknowledged().points > 0 && users.acknowledged().files.length > 0, {
      timeout: TIMEOUT_MS,
    })
    const acknowledged = users.acknowledged()
    await archiveLog()
    await users.stop()

    process.kill(postgres.pid, 'SIGKILL')
    await postgres.died
    await product.stop()
    const startedAt = performance.now()
    const newDir = pathOf('there')
    await mkdir(newDir)
    await cp(pathOf('base'), join(newDir, 'postgres'), { recursive: true, preserveTimestamps: true })
    await writeFile(join(newDir, 'postgres', 'data', 'recovery.signal'), '')
    await cp(pathOf('here/objects'), join(newDir, 'objects'), { recursive: true })
    postgres = await startPostgres({ dataDir: newDir, settings: { restore_command: `cp ${pathOf('log')}/%f %p` } })
    const env = { DATABASE_URL: griotUrl(postgres), DATA_DIR: newDir }
    await vi.waitUntil(
      async () =>
        (await onDatabase((client) => client.query('select pg_is_in_recovery() as is'))).rows[0]?.is === false,
      { timeout: TIMEOUT_MS, interval: 100 },
    )
    product = startGriot(newDir, { DATABASE_URL: env.DATABASE_URL })
    const kofi = new ApiClient(await product.ready)
    process.stdout.write(`ready ${Math.round(performance.now() - startedAt)} ms after the recovery began\n`)

    await kofi.signIn(KOFI)
    const { rows } = await onDatabase((client) =>
      client.query<{ cents: number; points: number }>(
        `select (select sum(amount_cents) from listening_points.tip)::int as cents,
           (select sum(points) from listening_points.ledger_entry)::int as points`,
      ),
    )
    expect(rows[0]?.cents).toBeGreaterThanOrEqual(acknowledged.tipCents)
    expect(rows[0]?.points).toBeGreaterThanOrEqual(acknowledged.points)
    expect(await auditLedger(env)).toMatchObject({ code: 0 })
    const files = () => kofi.call(ListUserMedia, { params: { id: 'me' } })
    await vi.waitUntil(async () => (await files()).every(({ status }) => status === 'ready'), { timeout: TIMEOUT_MS })
    const kept = await files()
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged.files))
    for (const { id } of kept) expect((await kofi.fetch(pathFor(StreamMedia, { params: { id } }))).status).toBe(200)
  })
})
