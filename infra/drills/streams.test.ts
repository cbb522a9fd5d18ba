import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { UploadMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaHouse, openMediaHouse, type Somebody } from './media-house.ts'

const LISTENERS = process.env.LONG_DRILLS ? 84 : 20
const TOGETHER = 10
const bytes = randomBytes(20 * 1024 * 1024)

let house: MediaHouse
let visitor: Somebody
let file: MediaFile

beforeAll(async () => {
  house = await openMediaHouse({ media: { FREE_DISK_BYTES: '0' }, gateway: { SOCKET_SILENCE_MS: '8000' } })
  visitor = await house.somebody()
  const form = new FormData()
  form.append('audio', new File([new Uint8Array(bytes)], 'episode.mp3', { type: 'audio/mpeg' }))
  const uploaded = await visitor.fetch(UploadMedia.path, { method: 'POST', body: form })
  file = UploadMedia.response.parse(await uploaded.json()).mediaFile
  await house.markReady(file.id)
}, 120_000)
afterAll(() => house.close())

const path = () => `/api/media/${file.id}/stream`

/** Recordings that the gateway has open: one for each stream that it sends. */
const openRecordings = () => {
  const folder = `/proc/${house.pidOf('gateway')}/fd`
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith(house.objectsDir)
    } catch {
      // Closed meanwhile.
      return false
    }
  }).length
}
const memoryOfGateway = () => Number(readFileSync(`/proc/${house.pidOf('gateway')}/statm`, 'utf8').split(' ')[1]) * 4096

/** A player that has stopped reading. */
const stall = async (cookie: string) => {
  const asked = request(new URL(path(), house.origin()), { agent: false, headers: { cookie } })
  const closed = new Promise((resolve) => asked.once('close', resolve))
  asked.on('error', () => {}).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  answer.pause()
  expect(answer.statusCode).toBe(200)
  return { answer, closed }
}

describe('hundreds of players that have stopped reading', { timeout: 120_000 }, () => {
  it('hold little, and are sent away', async () => {
    const listeners = await Promise.all(Array.from({ length: LISTENERS }, () => house.somebody()))
    // Whoever may hear it: their episode plays it.
    await house.asAdmin((client) =>
      client.query(
        `insert into media.episode_media (episode_id, media_file_id, linked_by) values (gen_random_uuid(), $1, $1)`,
        [file.id],
      ),
    )
    const memory = memoryOfGateway()
    const players: Awaited<ReturnType<typeof stall>>[] = []
    // Not all in one moment: of those the door before the media service would send some away.
    for (let first = 0; first < LISTENERS; first += TOGETHER) {
      const some = listeners.slice(first, first + TOGETHER)
      const asked = some.flatMap(({ cookie }) => Array.from({ length: 6 }, () => stall(cookie)))
      players.push(...(await Promise.all(asked)))
    }
    expect(openRecordings()).toBeGreaterThan(0)
    expect(memoryOfGateway() - memory).toBeLessThan(150 * 1024 * 1024)

    // Others hear as before.
    const whole = await visitor.fetch(path())
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)

    await expect.poll(openRecordings, { timeout: 40_000 }).toBe(0)
    for (const { answer, closed } of players) {
      // Whoever reads on after so long finds that it was cut off.
      answer.resume()
      await closed
      expect(answer.complete).toBe(false)
    }
    expect(house.areAlive()).toBe(true)
  })
})

describe('a gateway that is killed while people listen', { timeout: 60_000 }, () => {
  it('comes back, and every player goes on where it was', async () => {
    const asked = request(new URL(path(), house.origin()), { agent: false, headers: { cookie: visitor.cookie } })
    asked.on('error', () => {}).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const heard: Buffer[] = []
    answer.on('error', () => {})
    answer.on('data', (chunk: Buffer) => {
      heard.push(chunk)
      if (heard.length === 3) answer.pause()
    })
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3)
    const over = new Promise((resolve) => answer.once('close', resolve))
    await house.killGateway()
    answer.destroy()
    await over

    const start = Buffer.concat(heard).length
    const rest = await visitor.fetch(path(), { headers: { range: `bytes=${start}-` } })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([...heard, Buffer.from(await rest.arrayBuffer())]).equals(bytes)).toBe(true)
  })
})
