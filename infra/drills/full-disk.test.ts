import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { ErrorBody } from '@griot/contracts/errors'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '../common/with-client.ts'
import { superuserConnection } from '../postgres/cluster.ts'
import { createHttpClient, publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { startGriot } from '../testing/start-griot.ts'
import { KOFI } from './active-users.ts'
import { canMakeDisk, makeSmallDisk } from './small-disk.ts'

const MEGABYTES = 320
const READS = ['/api/podcasts', '/api/auth/user', '/api/user/me/points', '/api/user/me/listening-history', '/readyz']
const WAIT = { timeout: 60_000, interval: 250 }

const canRun = canMakeDisk()
let disk: Awaited<ReturnType<typeof makeSmallDisk>>
let dataDir: string
let product: ReturnType<typeof startGriot>
let ama: ApiClient
let kofi: ApiClient

beforeAll(async () => {
  if (!canRun) return
  disk = await makeSmallDisk(MEGABYTES)
  dataDir = join(disk.folder, 'data')
  product = startGriot(dataDir, { FREE_DISK_BYTES: '0' })
  ama = new ApiClient(await product.ready)
  await ama.signIn({ email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' })
  kofi = new ApiClient(await product.ready)
  await kofi.signIn(KOFI)
}, 180_000)
afterAll(async () => {
  if (!canRun) return
  await product.stop()
  await disk.remove()
})

const asSuperuser = <Result>(work: (client: pg.Client) => Promise<Result>) =>
  withClient(superuserConnection(dataDir) ?? {}, work)

let written = 0
/** Writes a row that fills a page, so that the table soon needs another one. */
const write = async () => {
  const body = {
    title: `The drum ${written}`,
    description: Array.from({ length: 500 }, () => Math.random().toString(36).slice(2, 10)).join(' '),
    hostName: 'Ama',
    category: 'culture',
    coverImage: null,
  }
  const headers = { 'content-type': 'application/json' }
  const response = await ama.fetch(CreatePodcast.path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.ok) written += 1
  return statusOf(response)
}
const read = async (path: string) => statusOf(await ama.fetch(path))
const readAll = () => Promise.all(READS.map(read))
const ALL_OK = READS.map(() => 200)
/** Returns the status. Expects an error to have the documented body. */
const statusOf = async (response: Response) => {
  const text = await response.text()
  if (response.status < 400 || response.url.endsWith('/readyz')) return response.status
  expect(ErrorBody.parse(JSON.parse(text))).toMatchObject({
    code: 'database.unavailable',
    message: 'This does not work right now. Please try again in a moment.',
  })
  return response.status
}
// The tests run in order and share the disk.
describe.runIf(canRun)('a full disk of the database', { timeout: 180_000 }, () => {
  it('refuses writes with 503 and serves reads', async () => {
    expect(await write()).toBe(201)
    disk.fill()
    await expect.poll(write, WAIT).toBe(503)

    expect(await readAll()).toEqual(ALL_OK)
    await disk.free()
    await expect.poll(write, WAIT).toBe(201)
  })

  it('stops PostgreSQL when its log has no space either: published audio still plays, and with space nothing is lost', async () => {
    const host = createHttpClient(await product.ready, ama.cookies)
    const { audioUrl } = await publishEpisode(host, await recordAudio(3))
    written += 1
    const { id: draftId } = await host.upload(await recordAudio(4))
    const play = async (client: ApiClient, path = audioUrl) => {
      const response = await client.fetch(path, { headers: { range: 'bytes=0-99' } })
      return [response.status, (await response.arrayBuffer()).byteLength]
    }
    expect(await play(kofi)).toEqual([206, 100])
    disk.fill()
    // Each statement needs a new WAL file, until there is no space for one.
    const stopped = asSuperuser(async (client) => {
      for (;;)
        await client.query(`select pg_logical_emit_message(true, 'drill', repeat('x', 4000000)), pg_switch_wal()`)
    })
    await expect(stopped).rejects.toThrow()

    await expect.poll(() => read('/readyz'), WAIT).toBe(503)
    expect(await write()).toBe(503)
    // The gateway caches sessions for nearly a second.
    for (const path of READS) await expect.poll(() => read(path), { ...WAIT, message: path }).toBe(503)
    // The session of the listener cannot be looked up any more.
    expect(await play(kofi)).toEqual([206, 100])
    expect(await play(new ApiClient(await product.ready))).toEqual([206, 100])
    const [status] = await play(ama, pathFor(StreamMedia, { params: { id: draftId } }))
    expect(status).toBe(503)
    // The page itself is served.
    expect(await read('/')).toBe(200)
    // The starter keeps trying after the third failure.
    await expect.poll(() => product.output().split('PostgreSQL did not start').length, WAIT).toBeGreaterThan(3)

    await disk.free()
    await expect.poll(readAll, WAIT).toEqual(ALL_OK)
    await expect.poll(write, WAIT).toBe(201)
    const { rows } = await asSuperuser((client) =>
      client.query<{ count: number }>('select count(*)::int from catalog.podcast'),
    )
    expect(rows[0]?.count).toBe(written)
    // The logs continue as well.
    const log = join(dataDir, 'logs', 'gateway.log')
    const countSignIns = () => readFileSync(log, 'utf8').split('signed in').length
    const before = countSignIns()
    await new ApiClient(await product.ready).signIn(KOFI)
    await expect.poll(countSignIns, WAIT).toBe(before + 1)
    expect(product.child.exitCode).toBeNull()
  })
})
