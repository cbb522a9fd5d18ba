import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathFor } from '@griot/contracts/endpoint'
import { ListUserMedia } from '@griot/contracts/media/files'
import { StreamMedia } from '@griot/contracts/media/hearing'
import { Visitor } from '@griot/service-kit/visitor'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withClient } from '../common/with-client.ts'
import { type RunningPostgres, startPostgres } from '../postgres/launcher.ts'
import { startGriot } from '../testing/griot.ts'
import { KOFI, startBusyPeople } from './busy-people.ts'
import { publishedEpisode } from './published-episode.ts'
import { recordedSound } from './recorded-sound.ts'
import { auditLedger } from './run-node.ts'

const LONG_MS = 120_000
const canRun = process.env.LONG_DRILLS

let folder: string
let postgres: RunningPostgres
let product: ReturnType<typeof startGriot>
const place = (name: string) => join(folder, name)

const griotUrl = ({ adminUrl }: RunningPostgres) => Object.assign(new URL(adminUrl), { pathname: '/griot' }).href

beforeAll(async () => {
  if (!canRun) return
  folder = await mkdtemp(join(tmpdir(), 'griot-lost-'))
  // The database is another user's.
  await chmod(folder, 0o755)
  await mkdir(place('log'))
  await chmod(place('log'), 0o777)
  const archive = `test ! -f ${place('log')}/%f && cp %p ${place('log')}/%f`
  postgres = await startPostgres({
    dataDir: place('here'),
    settings: { archive_mode: 'on', archive_command: archive, archive_timeout: 60 },
  })
  product = startGriot(place('here'), { DATABASE_URL: griotUrl(postgres) })
}, 180_000)
afterAll(async () => {
  if (!canRun) return
  await product.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const onDatabase = <Result>(work: (client: pg.Client) => Promise<Result>) => withClient(griotUrl(postgres), work)

/** The files of a running server, as `pg_basebackup` and all its like copy them. */
const copyBase = (target: string) =>
  onDatabase(async (client) => {
    await client.query(`select pg_backup_start('drill', true)`)
    // What changes or goes meanwhile is in the log.
    await cp(place('here/postgres'), target, {
      recursive: true,
      filter: (path) => !/postmaster\.pid|pg_wal\/.|server\.log/.test(path),
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(target, 'data', 'backup_label'), rows[0]?.labelfile ?? '')
  })

/** What `archive_timeout` does once a minute: the log so far is on another machine. */
const sendLog = async () => {
  const file = await onDatabase(async (client) => {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
    return rows[0]?.file ?? ''
  })
  await vi.waitUntil(() => existsSync(join(place('log'), file)), { timeout: LONG_MS })
}

describe.runIf(canRun)('a machine that is gone with its database', { timeout: 400_000 }, () => {
  it('is made anew from a copy, the log since then and the objects: nothing is missing that was promised a minute ago', async () => {
    const ama = new Visitor(await product.ready)
    await ama.signIn({ email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' })
    const episode = await publishedEpisode(ama)
    const busy = await startBusyPeople(await product.ready, episode.id, await recordedSound(1))
    await copyBase(place('base'))
    await vi.waitUntil(() => busy.promised().points > 0 && busy.promised().files.length > 0, { timeout: LONG_MS })
    const promised = busy.promised()
    await sendLog()
    await busy.stop()

    process.kill(postgres.pid, 'SIGKILL')
    await postgres.died
    await product.stop()
    const began = performance.now()
    const there = place('there')
    await mkdir(there)
    await cp(place('base'), join(there, 'postgres'), { recursive: true, preserveTimestamps: true })
    await writeFile(join(there, 'postgres', 'data', 'recovery.signal'), '')
    await cp(place('here/objects'), join(there, 'objects'), { recursive: true })
    postgres = await startPostgres({ dataDir: there, settings: { restore_command: `cp ${place('log')}/%f %p` } })
    const env = { DATABASE_URL: griotUrl(postgres), DATA_DIR: there }
    await vi.waitUntil(
      async () =>
        (await onDatabase((client) => client.query('select pg_is_in_recovery() as is'))).rows[0]?.is === false,
      { timeout: LONG_MS, interval: 100 },
    )
    product = startGriot(there, { DATABASE_URL: env.DATABASE_URL })
    const kofi = new Visitor(await product.ready)
    process.stdout.write(`answers again ${Math.round(performance.now() - began)} ms after the copying began\n`)

    await kofi.signIn(KOFI)
    const { rows } = await onDatabase((client) =>
      client.query<{ cents: number; points: number }>(
        `select (select sum(amount_cents) from listening_points.tip)::int as cents,
           (select sum(points) from listening_points.ledger_entry)::int as points`,
      ),
    )
    expect(rows[0]?.cents).toBeGreaterThanOrEqual(promised.tipCents)
    expect(rows[0]?.points).toBeGreaterThanOrEqual(promised.points)
    expect(await auditLedger(env)).toEqual({ code: 0, output: 'Everything follows from the ledger.\n' })
    const files = () => kofi.call(ListUserMedia, { params: { id: 'me' } })
    await vi.waitUntil(async () => (await files()).every(({ status }) => status === 'ready'), { timeout: LONG_MS })
    const kept = await files()
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(promised.files))
    for (const { id } of kept) expect((await kofi.fetch(pathFor(StreamMedia, { params: { id } }))).status).toBe(200)
  })
})
