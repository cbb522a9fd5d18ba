import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { UploadMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaHarness, openMediaHarness, type SignedInUser } from './media-harness.ts'

const LISTENERS = process.env.LONG_DRILLS ? 84 : 20
const BATCH = 10
const SILENCE_MS = 8_000
// A stalled stream holds the chunk that the socket did not take and the next one, of 256 KiB each.
const MAX_BYTES_PER_STREAM = 512 * 1024
const MAX_OTHER_BYTES = 50 * 1024 * 1024
const bytes = randomBytes(20 * 1024 * 1024)

let harness: MediaHarness
let owner: SignedInUser
let file: MediaFile

beforeAll(async () => {
  harness = await openMediaHarness({
    media: { FREE_DISK_BYTES: '0' },
    gateway: { SOCKET_SILENCE_MS: String(SILENCE_MS) },
  })
  owner = await harness.createUser()
  const form = new FormData()
  form.append('audio', new File([new Uint8Array(bytes)], 'episode.mp3', { type: 'audio/mpeg' }))
  const uploaded = await owner.fetch(UploadMedia.path, { method: 'POST', body: form })
  file = UploadMedia.response.parse(await uploaded.json()).mediaFile
  await harness.markReady(file.id)
}, 120_000)
afterAll(() => harness.close())

const path = () => `/api/media/${file.id}/stream`

/** The number of recordings that the gateway has open, one per stream. */
const countOpenRecordings = () => {
  const folder = `/proc/${harness.gatewayPid()}/fd`
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith(harness.objectsDir)
    } catch {
      // The file was closed meanwhile.
      return false
    }
  }).length
}
const memoryOfGateway = () => Number(readFileSync(`/proc/${harness.gatewayPid()}/statm`, 'utf8').split(' ')[1]) * 4096

/** Starts a stream and stops reading it. */
const stall = async (cookie: string) => {
  const sent = request(new URL(path(), harness.origin()), { agent: false, headers: { cookie } })
  const closed = new Promise((resolve) => sent.once('close', resolve))
  sent.on('error', () => {}).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  response.pause()
  expect(response.statusCode).toBe(200)
  return { response, closed }
}

describe('hundreds of players that stop reading', { timeout: 120_000 }, () => {
  it('use little memory and are disconnected', async () => {
    const listeners = await harness.createUsers(LISTENERS)
    // Link the recording to an episode, so that all users may play it.
    await harness.asSuperuser((client) =>
      client.query(
        `insert into media.episode_media (episode_id, media_file_id, linked_by) values (gen_random_uuid(), $1, $1)`,
        [file.id],
      ),
    )
    const memory = memoryOfGateway()
    const players: Awaited<ReturnType<typeof stall>>[] = []
    // In batches, because the gateway would shed some of so many concurrent requests.
    for (let first = 0; first < LISTENERS; first += BATCH) {
      const batch = listeners.slice(first, first + BATCH)
      const stalled = batch.flatMap(({ cookie }) => Array.from({ length: 6 }, () => stall(cookie)))
      players.push(...(await Promise.all(stalled)))
    }
    expect(countOpenRecordings()).toBeGreaterThan(0)
    expect(memoryOfGateway() - memory).toBeLessThan(players.length * MAX_BYTES_PER_STREAM + MAX_OTHER_BYTES)

    // Another client still receives the recording.
    const whole = await owner.fetch(path())
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)

    await expect.poll(countOpenRecordings, { timeout: 1.5 * SILENCE_MS }).toBe(0)
    for (const { response, closed } of players) {
      // A player that continues to read finds that the response was cut off.
      response.resume()
      await closed
      expect(response.complete).toBe(false)
    }
    expect(harness.areRunning()).toBe(true)
  })
})

describe('a gateway that is killed during streams', { timeout: 60_000 }, () => {
  it('restarts, and players resume at their position', async () => {
    const sent = request(new URL(path(), harness.origin()), { agent: false, headers: { cookie: owner.cookie } })
    sent.on('error', () => {}).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const received: Buffer[] = []
    response.on('error', () => {})
    response.on('data', (chunk: Buffer) => {
      received.push(chunk)
      if (received.length === 3) response.pause()
    })
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(3)
    const closed = new Promise((resolve) => response.once('close', resolve))
    await harness.killGateway()
    response.destroy()
    await closed

    const start = Buffer.concat(received).length
    const rest = await owner.fetch(path(), { headers: { range: `bytes=${start}-` } })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([...received, Buffer.from(await rest.arrayBuffer())]).equals(bytes)).toBe(true)
  })
})
