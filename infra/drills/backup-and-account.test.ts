import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { AccountExport, DELETE_WORDS, DeleteAccount, ExportAccount } from '@griot/contracts/account'
import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { pathFor } from '@griot/contracts/endpoint'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { ListUserMedia, UploadMedia } from '@griot/contracts/media/files'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { GetPoints } from '@griot/contracts/points'
import { GetUser } from '@griot/contracts/user'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { startCollector } from '@griot/service-kit/testing/collector'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withClient } from '../common/with-client.ts'
import { superuserConnection } from '../postgres/cluster.ts'
import { createHttpClient, publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { startGriot } from '../testing/start-griot.ts'
import { auditLedger, runProgram } from '../testing/start-process.ts'
import { KOFI, startActiveUsers } from './active-users.ts'
import { fillAccount } from './rich-account.ts'

const TIMEOUT_MS = 60_000

let folder: string
let collector: Awaited<ReturnType<typeof startCollector>>
let product: ReturnType<typeof startGriot>
let ama: ApiClient
const AMA = { email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' }
const ADMIN = { email: 'desk@example.org', firstName: 'Abena', lastName: 'Desk' }
let episode: { id: string; audioUrl: string }

const backup = (command: 'backup' | 'restore', target: string, dataDir: string) =>
  runProgram(['infra/backup/main.ts', command, target], { DATA_DIR: dataDir })

const audit = (dataDir: string) => auditLedger({ DATA_DIR: dataDir })

/** The keys of original recordings. Keys of objects contain a folder of two letters. */
const listOriginals = async (dataDir: string) => {
  const names = await readdir(join(dataDir, 'objects', 'originals'), { recursive: true })
  return names.filter((name) => name.includes('/'))
}
/** The recordings of the user who deletes her account. */
let recordingsOfAma: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-backup-'))
  collector = await startCollector()
  product = startGriot(join(folder, 'here'), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  ama = new ApiClient(await product.ready)
  await ama.signIn(AMA)
  episode = await publishEpisode(createHttpClient(await product.ready, ama.cookies), await recordAudio(3))
}, 180_000)
afterAll(async () => {
  await product.stop()
  await collector.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the whole product', () => {
  it('records one trace of an upload, from the gateway to the worker', async () => {
    await vi.waitUntil(() => collector.ancestry('work on probe-media').length >= 6, { timeout: TIMEOUT_MS })

    expect(collector.ancestry('work on probe-media')).toEqual([
      'media-worker: work on probe-media',
      'media-worker: wait in media',
      'media: outbox probe-media',
      `media: POST ${UploadMedia.path}`,
      'gateway: POST',
      `gateway: POST ${UploadMedia.path}`,
    ])
  })

  it('is complete after its backup is restored into an empty installation', async () => {
    const audio = await ama.loadAudio(episode.audioUrl)
    const session = await ama.call(StartListening, { body: { episodeId: episode.id } })
    // The service credits the seconds that have passed on its clock.
    await sleep(3_000)
    await ama.call(EndListening, {
      body: { sessionId: session.id, listeningDuration: 3, totalProgress: 3, completed: true },
    })
    const points = await ama.call(GetPoints, { params: { id: 'me' } })
    expect(points.totalPoints).toBeGreaterThan(0)
    const copy = join(folder, 'copy')
    const there = join(folder, 'there')
    recordingsOfAma = await listOriginals(join(folder, 'here'))
    expect(recordingsOfAma).not.toEqual([])

    // Make the backup while users upload, listen and tip.
    const users = await startActiveUsers(await product.ready, episode, await recordAudio(1))
    await vi.waitUntil(() => users.acknowledged().files.length > 0 && users.acknowledged().tipCents > 0, {
      timeout: TIMEOUT_MS,
    })
    const acknowledged = users.acknowledged()
    expect(await backup('backup', copy, join(folder, 'here'))).toMatchObject({ code: 0 })
    expect(users.acknowledged().tipCents).toBeGreaterThan(acknowledged.tipCents)
    await users.stop()
    await product.stop()
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')) as { missing: string[] }
    expect(manifest.missing).toEqual([])
    const restored = await backup('restore', copy, there)
    expect(restored.output).toMatch(/Restored \d+ rows and \d+ objects/)

    const cookies = ama.cookies
    product = startGriot(there, { ADMIN_EMAILS: ADMIN.email })
    const origin = await product.ready
    // The browser session is still valid.
    const user = await fetch(new URL(GetUser.path, origin), { headers: { cookie: cookies } })
    expect(await user.json()).toMatchObject({ email: 'ama@example.org', points: points.totalPoints })
    ama = new ApiClient(origin)
    await ama.signIn(AMA)
    expect(await ama.call(GetPoints, { params: { id: 'me' } })).toEqual(points)
    expect((await ama.loadAudio(episode.audioUrl)).equals(audio)).toBe(true)
    expect(await audit(there)).toMatchObject({ code: 0 })
    const again = await ama.call(StartListening, { body: { episodeId: episode.id } })
    expect(again.id).not.toBe(session.id)

    // Acknowledged data is present, and uploads in progress are completed.
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    const { rows } = await withClient(superuserConnection(there) ?? {}, (client) =>
      client.query<{ cents: number; points: number }>(
        `select (select sum(amount_cents) from listening_points.tip)::int as cents,
           (select sum(points) from listening_points.ledger_entry)::int as points`,
      ),
    )
    expect(rows[0]?.cents).toBeGreaterThanOrEqual(acknowledged.tipCents)
    expect(rows[0]?.points).toBeGreaterThanOrEqual(points.totalPoints + acknowledged.points)
    const files = async () => kofi.call(ListUserMedia, { params: { id: 'me' } })
    await vi.waitUntil(async () => (await files()).every(({ status }) => status === 'ready'), { timeout: TIMEOUT_MS })
    const restoredFiles = await files()
    expect(restoredFiles.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged.files))
    for (const { id } of restoredFiles) {
      const played = await kofi.fetch(pathFor(StreamMedia, { params: { id } }))
      expect(played.status).toBe(200)
      expect((await played.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
  }, 240_000)

  it('exports and deletes an account completely', async () => {
    const origin = await product.ready
    const [kofi, admin] = [new ApiClient(origin), new ApiClient(origin)]
    await kofi.signIn(KOFI)
    await admin.signIn(ADMIN)
    const { podcastId } = await ama.call(GetEpisode, { params: { id: episode.id } })
    await fillAccount({ user: ama, person: AMA, episode: { id: episode.id, podcastId }, other: kofi, admin })
    const { account, catalog, listening, media } = AccountExport.omit({ pictures: true }).parse(
      await (await ama.fetch(ExportAccount.path)).json(),
    )
    expect(account).toMatchObject({ email: AMA.email, teams: [{ module: 'rewards', isOwner: true }] })
    expect(account.auditEntries).toMatchObject([{ action: 'person.blocked' }, { action: 'person.unblocked' }])
    expect(catalog).toMatchObject({
      podcasts: [{ title: 'The Drum' }],
      memberships: [{ role: 'editor' }],
      invitations: [{ role: 'analyst' }, { email: 'esi@example.org' }],
      privateLinks: [{ revoked_at: null }],
      reports: [{ text: 'Of the user.', state: 'decided' }],
      showsHiddenByBlock: [{ is_hidden: false }],
    })
    expect(catalog.notices).not.toEqual([])
    expect(catalog.auditEntries).not.toEqual([])
    expect(listening).toMatchObject({ tipsSent: [{}], tipsReceived: [{}], pointsHolds: [{}, {}] })
    expect(listening.auditEntries).toHaveLength(2)
    expect(media).toMatchObject({
      recordings: [{ original_name: 'drum.mp3' }],
      actionsOnManyFiles: [{ action: 'clear' }],
    })

    const { id } = await ama.call(GetUser, {})

    const deleted = await ama.fetch(DeleteAccount.path, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ confirmation: DELETE_WORDS }),
    })

    expect(deleted.status).toBe(202)
    expect((await ama.fetch(GetUser.path)).status).toBe(401)
    const there = join(folder, 'there')
    const remaining = async () => (await listOriginals(there)).filter((name) => recordingsOfAma.includes(name))
    await expect.poll(remaining).toEqual([])
    expect((await ama.fetch(`/api/episode/${episode.id}`)).status).toBe(404)
    expect(await audit(there)).toMatchObject({ code: 0 })

    // No table contains personal data, and only tables of listening_points contain the user id.
    const after = join(folder, 'after')
    expect(await backup('backup', after, there)).toMatchObject({ code: 0 })
    const tables = await readdir(join(after, 'database')).then((names) => names.filter((name) => name.endsWith('.gz')))
    const tablesWithId: string[] = []
    for (const name of tables) {
      const rows = gunzipSync(await readFile(join(after, 'database', name))).toString()
      expect(rows, name).not.toMatch(/ama@example\.org|Mensah|drum\.mp3/)
      if (rows.includes(id)) tablesWithId.push(name)
    }
    expect(tablesWithId.filter((name) => !name.startsWith('listening_points.'))).toEqual([])
  }, 180_000)

  it('is never overwritten, and a damaged one is not restored', async () => {
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
      output: expect.stringContaining('an empty installation'),
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
