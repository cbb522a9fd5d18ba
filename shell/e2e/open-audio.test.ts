import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SaveChapters } from '@griot/contracts/catalog/chapters'
import { DeleteEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { audioPath } from '@griot/contracts/public-addresses'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { serveOtherSite } from './other-site.ts'
import { record } from './recording.ts'

const AMA = { email: 'ama@open-audio.example.org', firstName: 'Ama', lastName: 'Mensah' }
const SECONDS = 4

describe('audio for podcast apps and other sites', () => {
  const { origin } = runningProduct()
  const ama = new ApiClient(origin)
  let folder: string
  let otherSite: Awaited<ReturnType<typeof serveOtherSite>>
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-open-audio-'))
    await ama.signIn(AMA)
    otherSite = await serveOtherSite()
    page = await (await (await launchBrowser()).newContext()).newPage()
    await page.goto(otherSite.address)
  })
  afterAll(async () => {
    await closeContexts()
    otherSite.close()
    await rm(folder, { recursive: true, force: true })
  })

  const addressOf = (episodeId: string) => `${origin}${audioPath(episodeId)}`

  /** Publishes an episode with a recording of this format, and waits for its MP3. */
  const publish = async (format: string) => {
    const title = `Rivers in ${format}`
    const { podcast, episode } = await publishPodcast(ama, {
      title,
      file: await record(folder, SECONDS, `sound.${format}`),
    })
    await vi.waitFor(async () => expect((await fetch(addressOf(episode.id), { method: 'HEAD' })).status).toBe(200), {
      timeout: 60_000,
      interval: 200,
    })
    return { podcast, episode }
  }

  const probe = async (bytes: Buffer) => {
    const file = join(folder, 'downloaded')
    await writeFile(file, bytes)
    const { ffprobe } = await findBinaries(process.env)
    const options = ['-v', 'error', '-show_format', '-show_chapters', '-of', 'json', file]
    const { stdout } = await promisify(execFile)(ffprobe, options)
    return JSON.parse(stdout) as {
      format: { format_name: string; duration: string; tags?: Record<string, string> }
      chapters: unknown[]
    }
  }

  it.each(['wav', 'flac', 'ogg', 'mp3'])(
    'sends an MP3 of exactly the stated length for a %s recording',
    async (format) => {
      const { podcast, episode } = await publish(format)
      const head = await fetch(addressOf(episode.id), { method: 'HEAD' })
      const whole = await fetch(`${addressOf(episode.id)}?_from=app`)
      const bytes = Buffer.from(await whole.arrayBuffer())

      expect(whole.headers.get('content-type')).toBe('audio/mpeg')
      expect(whole.headers.get('set-cookie')).toBeNull()
      expect(head.headers.get('content-length')).toBe(String(bytes.length))
      const part = await fetch(addressOf(episode.id), { headers: { range: 'bytes=0-1' } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-1/${bytes.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(0, 2))).toBe(true)
      const { format_name, duration, tags } = (await probe(bytes)).format
      expect(format_name).toBe('mp3')
      expect(Math.abs(Number(duration) - SECONDS)).toBeLessThan(0.2)
      // An original that is an MP3 stays as it is.
      if (format !== 'mp3') expect(tags).toMatchObject({ title: episode.title, album: podcast.title })
    },
  )

  it('writes saved chapters into the MP3 and keeps its address', async () => {
    const { episode } = await publish('flac')
    const before = await fetch(addressOf(episode.id), { method: 'HEAD' })
    const chapters = [
      { start: 0, title: 'The spring' },
      { start: 2.5, title: 'The mouth' },
    ]
    await ama.call(SaveChapters, { params: { id: episode.id }, body: { chapters } })
    await expect
      .poll(async () => (await fetch(addressOf(episode.id), { method: 'HEAD' })).headers.get('etag'), {
        timeout: 60_000,
      })
      .not.toBe(before.headers.get('etag'))

    const whole = await fetch(addressOf(episode.id))
    const { chapters: written } = await probe(Buffer.from(await whole.arrayBuffer()))
    expect(written).toMatchObject([
      { start_time: '0.000000', tags: { title: 'The spring' } },
      { start_time: '2.500000', tags: { title: 'The mouth' } },
    ])
  })

  it('plays and is read in ranges on a page of another origin', async () => {
    const { episode } = await publish('wav')
    const read = await page.evaluate(async (address) => {
      const response = await fetch(address, { headers: { range: 'bytes=100-199' } })
      const sound = new Audio(address)
      await new Promise((resolve, reject) => {
        sound.onloadedmetadata = resolve
        sound.onerror = () => reject(new Error('not playable'))
      })
      sound.currentTime = 2
      await new Promise((resolve) => {
        sound.onseeked = resolve
      })
      return {
        status: response.status,
        range: response.headers.get('content-range'),
        bytes: (await response.arrayBuffer()).byteLength,
        duration: sound.duration,
        position: sound.currentTime,
      }
    }, addressOf(episode.id))

    expect(read).toMatchObject({
      status: 206,
      range: expect.stringMatching(/^bytes 100-199\//),
      bytes: 100,
      position: 2,
    })
    expect(Math.abs(read.duration - SECONDS)).toBeLessThan(0.2)
    expect(await page.context().cookies(origin)).toEqual([])
  })

  it('ends at once when the episode is taken back, and returns 410 after its deletion', async () => {
    const { episode } = await publish('mp3')
    const status = async () => (await fetch(addressOf(episode.id), { method: 'HEAD' })).status
    await ama.call(UpdateEpisode, { params: { id: episode.id }, body: { status: 'draft' } })
    await expect.poll(status, { timeout: 5_000 }).toBe(404)
    await ama.call(UpdateEpisode, { params: { id: episode.id }, body: { status: 'published' } })
    await expect.poll(status).toBe(200)
    await ama.call(DeleteEpisode, { params: { id: episode.id }, query: { confirm: 'true' } })
    await expect.poll(status).toBe(410)
  })
})
