import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DELETE_WORDS, DeleteAccount, ExportAccount } from '@griot/contracts/account'
import { pathFor } from '@griot/contracts/endpoint'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { ListUserMedia, UploadMedia } from '@griot/contracts/media/files'
import { StreamMedia } from '@griot/contracts/media/hearing'
import { GetPoints } from '@griot/contracts/points'
import { GetUser } from '@griot/contracts/user'
import { startCollector } from '@griot/service-kit/testing/collector'
import { Visitor } from '@griot/service-kit/visitor'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGriot } from '../testing/griot.ts'
import { KOFI, startBusyPeople } from './busy-people.ts'
import { publishedEpisode } from './published-episode.ts'
import { recordedSound } from './recorded-sound.ts'
import { auditLedger, runNode } from './run-node.ts'
import { asSuperuser } from './superuser.ts'

const LONG_MS = 60_000

let folder: string
let collector: Awaited<ReturnType<typeof startCollector>>
let product: ReturnType<typeof startGriot>
let ama: Visitor
let episode: { id: string; audioUrl: string | null }

const backup = (command: 'backup' | 'restore', target: string, dataDir: string) =>
  runNode(['infra/backup/main.ts', command, target], { DATA_DIR: dataDir })

const partition = (dataDir: string) => runNode(['infra/partition/main.ts', '--parts', '4'], { DATA_DIR: dataDir })

const audit = (dataDir: string) => auditLedger({ DATA_DIR: dataDir })

/** Objects are named by ids, folders by two letters. */
const originals = async (dataDir: string) => {
  const names = await readdir(join(dataDir, 'objects', 'originals'), { recursive: true })
  return names.filter((name) => name.includes('/'))
}
/** The recordings of the one who leaves. */
let hers: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-care-'))
  collector = await startCollector()
  product = startGriot(join(folder, 'here'), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  ama = new Visitor(await product.ready)
  await ama.signIn({ email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' })
  episode = await publishedEpisode(ama)
}, 180_000)
afterAll(async () => {
  await product.stop()
  await collector.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the whole product', () => {
  it('has an upload in one trace, from the public door to the worker', async () => {
    await vi.waitUntil(() => collector.ancestry('work on probe-media').length >= 5, { timeout: LONG_MS })

    expect(collector.ancestry('work on probe-media')).toEqual([
      'media-worker: work on probe-media',
      'media-worker: wait in media',
      'media: outbox probe-media',
      `media: POST ${UploadMedia.path}`,
      `gateway: POST ${UploadMedia.path}`,
    ])
  })

  it('is all there again when its backup is restored into an empty place', async () => {
    const session = await ama.call(StartListening, { body: { episodeId: episode.id } })
    await ama.call(EndListening, {
      body: { sessionId: session.id, listeningDuration: 3, totalProgress: 3, completed: true },
    })
    const points = await ama.call(GetPoints, { params: { id: 'me' } })
    expect(points.totalPoints).toBeGreaterThan(0)
    const audio = async () => Buffer.from(await (await ama.fetch(episode.audioUrl ?? '')).arrayBuffer())
    const heard = await audio()
    const copy = join(folder, 'copy')
    const there = join(folder, 'there')
    hers = await originals(join(folder, 'here'))
    expect(hers).not.toEqual([])

    // The ledger changes its shape while it runs.
    expect(await partition(join(folder, 'here'))).toMatchObject({ code: 0 })
    expect(await partition(join(folder, 'here'))).toMatchObject({ code: 1 })

    // While it runs, and people upload, listen and tip.
    const busy = await startBusyPeople(await product.ready, episode.id, await recordedSound(1))
    await vi.waitUntil(() => busy.promised().files.length > 0 && busy.promised().tipCents > 0, { timeout: LONG_MS })
    const promised = busy.promised()
    expect(await backup('backup', copy, join(folder, 'here'))).toMatchObject({ code: 0 })
    expect(busy.promised().tipCents).toBeGreaterThan(promised.tipCents)
    await busy.stop()
    await product.stop()
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')) as { missing: string[] }
    expect(manifest.missing).toEqual([])
    const restored = await backup('restore', copy, there)
    expect(restored.output).toMatch(/Restored \d+ rows and \d+ objects/)

    const cookies = ama.cookies
    product = startGriot(there)
    const origin = await product.ready
    // Nobody has to sign in again.
    const known = await fetch(new URL(GetUser.path, origin), { headers: { cookie: cookies } })
    expect(await known.json()).toMatchObject({ email: 'ama@example.org', points: points.totalPoints })
    ama = new Visitor(origin)
    await ama.signIn({ email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' })
    expect(await ama.call(GetPoints, { params: { id: 'me' } })).toEqual(points)
    expect((await audio()).equals(heard)).toBe(true)
    expect(await audit(there)).toMatchObject({ code: 0 })
    // And it goes on: somebody listens, and is paid.
    const again = await ama.call(StartListening, { body: { episodeId: episode.id } })
    expect(again.id).not.toBe(session.id)

    // What was promised before is there, and what was under way then is finished here.
    const kofi = new Visitor(origin)
    await kofi.signIn(KOFI)
    const { rows } = await asSuperuser(there, (client) =>
      client.query<{ cents: number; points: number; parts: number }>(
        `select (select sum(amount_cents) from listening_points.tip)::int as cents,
           (select count(*) from pg_inherits where inhparent = 'listening_points.ledger_entry'::regclass)::int as parts,
           (select sum(points) from listening_points.ledger_entry)::int as points`,
      ),
    )
    expect(rows[0]?.parts).toBe(4)
    expect(rows[0]?.cents).toBeGreaterThanOrEqual(promised.tipCents)
    expect(rows[0]?.points).toBeGreaterThanOrEqual(points.totalPoints + promised.points)
    const files = async () => kofi.call(ListUserMedia, { params: { id: 'me' } })
    await vi.waitUntil(async () => (await files()).every(({ status }) => status === 'ready'), { timeout: LONG_MS })
    const kept = await files()
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(promised.files))
    for (const { id } of kept) {
      const played = await kofi.fetch(pathFor(StreamMedia, { params: { id } }))
      expect(played.status).toBe(200)
      expect((await played.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
  }, 240_000)

  it('lets somebody take along all that is theirs, and go', async () => {
    const all = await (await ama.fetch(ExportAccount.path)).text()
    for (const theirs of ['ama@example.org', 'The Drum', 'The first', 'drum.mp3', episode.id]) {
      expect(all).toContain(theirs)
    }

    const { id } = await ama.call(GetUser, {})

    const gone = await ama.fetch(DeleteAccount.path, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ confirmation: DELETE_WORDS }),
    })

    expect(gone.status).toBe(202)
    expect((await ama.fetch(GetUser.path)).status).toBe(401)
    const there = join(folder, 'there')
    const left = async () => (await originals(there)).filter((name) => hers.includes(name))
    await expect.poll(left).toEqual([])
    expect((await ama.fetch(`/api/episode/${episode.id}`)).status).toBe(404)
    expect(await audit(there)).toMatchObject({ code: 0 })

    // Whatever is written anywhere: nothing says who they were, and only the ledger's reasons have their number.
    const after = join(folder, 'after')
    expect(await backup('backup', after, there)).toMatchObject({ code: 0 })
    const tables = await readdir(join(after, 'database')).then((names) => names.filter((name) => name.endsWith('.gz')))
    const withNumber: string[] = []
    for (const name of tables) {
      const rows = gunzipSync(await readFile(join(after, 'database', name))).toString()
      expect(rows).not.toMatch(/ama@example\.org|Mensah|drum\.mp3/)
      if (rows.includes(id)) withNumber.push(name)
    }
    expect(withNumber.filter((name) => !name.startsWith('listening_points.'))).toEqual([])
  }, 180_000)

  it('is never written over, nor made from what was damaged', async () => {
    const copy = join(folder, 'copy')
    const full = await backup('restore', copy, join(folder, 'there'))
    expect(full).toMatchObject({ code: 1, output: expect.stringContaining('is running') })
    expect(await backup('backup', copy, join(folder, 'there'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    })
    await product.stop()
    expect(await backup('restore', copy, join(folder, 'there'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('an empty place'),
    })

    const file = join(copy, 'database', 'gateway.user_account.copy.gz')
    const bytes = await readFile(file)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await writeFile(file, bytes)
    expect(await backup('restore', copy, join(folder, 'elsewhere'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('is damaged'),
    })
  }, 180_000)
})
