import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { ErrorBody } from '@griot/contracts/errors'
import { Visitor } from '@griot/service-kit/visitor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGriot } from '../testing/griot.ts'
import { canMakeDisk, makeSmallDisk } from './small-disk.ts'
import { asSuperuser } from './superuser.ts'

const MEGABYTES = 320
const READS = ['/api/podcasts', '/api/auth/user', '/api/user/me/points', '/api/user/me/listening-history', '/readyz']
const PATIENT = { timeout: 60_000, interval: 250 }

const canRun = canMakeDisk()
let disk: Awaited<ReturnType<typeof makeSmallDisk>>
let dataDir: string
let product: ReturnType<typeof startGriot>
let ama: Visitor

beforeAll(async () => {
  if (!canRun) return
  disk = await makeSmallDisk(MEGABYTES)
  dataDir = join(disk.folder, 'data')
  product = startGriot(dataDir, { FREE_DISK_BYTES: '0' })
  ama = new Visitor(await product.ready)
  await ama.signIn({ email: 'ama@example.org', firstName: 'Ama', lastName: 'Mensah' })
}, 180_000)
afterAll(async () => {
  if (!canRun) return
  await product.stop()
  await disk.remove()
})

let written = 0
/** A row that takes a page of its own, so that the table soon needs another one. */
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
const ALL_WELL = READS.map(() => 200)
/** Whoever is refused is told so in a sentence, with what programs and helpers need to know. */
const statusOf = async (response: Response) => {
  const text = await response.text()
  if (response.status < 400 || response.url.endsWith('/readyz')) return response.status
  expect(ErrorBody.parse(JSON.parse(text))).toMatchObject({
    code: 'database.unavailable',
    message: 'This does not work right now. Please try again in a moment.',
  })
  return response.status
}
// In order: what is freed by the first is filled again by the second.
describe.runIf(canRun)('a disk that is full under the database', { timeout: 180_000 }, () => {
  it('costs what would be written, a clear refusal each, and nothing that is read', async () => {
    expect(await write()).toBe(201)
    disk.fill()
    await expect.poll(write, PATIENT).toBe(503)

    expect(await readAll()).toEqual(ALL_WELL)
    await disk.free()
    await expect.poll(write, PATIENT).toBe(201)
  })

  it('so that not even its log has room, stops it; with room again everything goes on by itself, and nothing is lost', async () => {
    disk.fill()
    // Each asks for a new file of the log, until there is no room for one.
    const stopped = asSuperuser(dataDir, async (client) => {
      for (;;)
        await client.query(`select pg_logical_emit_message(true, 'drill', repeat('x', 4000000)), pg_switch_wal()`)
    })
    await expect(stopped).rejects.toThrow()

    await expect.poll(() => read('/readyz'), PATIENT).toBe(503)
    expect(await write()).toBe(503)
    // Who was found a moment ago is believed for nearly a second.
    for (const path of READS) await expect.poll(() => read(path), { ...PATIENT, message: path }).toBe(503)
    // The page itself is there, and says what does not work.
    expect(await read('/')).toBe(200)
    // Whoever starts it again has not given up after the third time.
    await expect.poll(() => product.said().split('PostgreSQL did not start').length, PATIENT).toBeGreaterThan(3)

    await disk.free()
    await expect.poll(readAll, PATIENT).toEqual(ALL_WELL)
    await expect.poll(write, PATIENT).toBe(201)
    const { rows } = await asSuperuser(dataDir, (client) =>
      client.query<{ count: number }>('select count(*)::int from catalog.podcast'),
    )
    expect(rows[0]?.count).toBe(written)
    // So do the logs.
    const log = join(dataDir, 'logs', 'gateway.log')
    const sayings = () => readFileSync(log, 'utf8').split('signed in').length
    const before = sayings()
    await new Visitor(await product.ready).signIn({ email: 'kofi@example.org', firstName: 'Kofi', lastName: 'Boateng' })
    await expect.poll(sayings, PATIENT).toBe(before + 1)
    expect(product.child.exitCode).toBeNull()
  })
})
