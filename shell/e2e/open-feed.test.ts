import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { audioPath, feedPath } from '@griot/contracts/public-addresses'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { parseRssFeed } from 'feedsmith'
import { parseFeed } from 'podcast-partytime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openGpodder, openPythonReaders } from '../../infra/feed-readers/readers.ts'
import { publishPodcast } from './fixtures.ts'
import { recordMp3 } from './recording.ts'

const AMA = { email: 'ama@open-feed.example.org', firstName: 'Ama', lastName: 'Mensah' }
const EPISODES = 300
const HOSTILE = `"Quotes" & ]]> </script> <b>bold</b> \u202eright\u202c 👩🏾‍🎤`

describe('the feed of a show', () => {
  const { origin } = runningProduct()
  const ama = new ApiClient(origin)
  let folder: string
  let published: Awaited<ReturnType<typeof publishPodcast>>

  const addressOf = (podcastId: string) => `${origin}${feedPath(podcastId)}`
  const itemsIn = (xml: string) => xml.split('<item>').length - 1
  const waitForItems = (podcastId: string, count: number) =>
    vi.waitUntil(async () => itemsIn(await (await fetch(addressOf(podcastId))).text()) === count, {
      timeout: 120_000,
      interval: 500,
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-open-feed-'))
    await ama.signIn(AMA)
    published = await publishPodcast(ama, { title: 'Three hundred', file: await recordMp3(folder, 3) })
    const { podcast, media } = published
    for (let number = 2; number <= EPISODES; number++) {
      const about = { title: `Part ${number}`, description: 'Notes.', duration: 3, episodeNumber: number }
      await ama.call(CreateEpisode, { body: { ...about, podcastId: podcast.id, audioFileId: media.id } })
    }
    await ama.call(UpdatePodcast, {
      params: { id: podcast.id },
      body: { title: HOSTILE, funding: [{ url: 'https://tips.example/', text: 'Tips' }] },
    })
    await waitForItems(podcast.id, EPISODES)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const readItems = async () => {
    const xml = await (await fetch(addressOf(published.podcast.id))).text()
    return (parseRssFeed(xml).items ?? []).map(({ enclosures: [enclosure] = [] }) => enclosure)
  }

  it('states of each item what its audio is', async () => {
    const enclosures = await readItems()
    expect(enclosures).toHaveLength(EPISODES)
    for (const enclosure of enclosures) {
      const url = enclosure?.url ?? ''
      const head = await fetch(url, { method: 'HEAD' })
      expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, enclosure?.length])
      expect(head.headers.get('content-type')).toBe(enclosure?.type)
      const part = await fetch(url, { headers: { range: 'bytes=0-1' } })
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 2])
    }
  })

  it('changes its ETag once when a title changes', async () => {
    const { podcast, episode } = published
    const etag = async () => (await fetch(addressOf(podcast.id))).headers.get('etag')
    const before = await etag()
    expect(await etag()).toBe(before)
    await ama.call(UpdateEpisode, { params: { id: episode.id }, body: { title: HOSTILE } })
    await expect.poll(etag).not.toBe(before)
    const after = await etag()
    await ama.call(UpdateEpisode, { params: { id: episode.id }, body: { title: HOSTILE } })
    expect(await etag()).toBe(after)
    const poll = await fetch(addressOf(podcast.id), { headers: { 'if-none-match': after ?? '' } })
    expect([poll.status, await poll.text()]).toEqual([304, ''])
    expect(poll.headers.get('set-cookie')).toBeNull()
  })

  it('is read by feedsmith and podcast-partytime', async () => {
    const { podcast, episode } = published
    const xml = await (await fetch(addressOf(podcast.id))).text()
    const bySmith = parseRssFeed(xml)
    expect(bySmith.title).toBe(HOSTILE)
    expect(bySmith.itunes).toMatchObject({
      explicit: false,
      type: 'episodic',
      categories: [{ text: 'Society & Culture' }],
    })

    const byPartytime = parseFeed(xml)
    expect(byPartytime).toMatchObject({ title: HOSTILE, explicit: false, medium: 'podcast' })
    expect(byPartytime?.guid).toMatch(/^[0-9a-f-]{36}$/)
    expect(byPartytime?.podcastFunding).toContainEqual({ url: 'https://tips.example/', message: 'Tips' })
    expect(byPartytime?.items).toHaveLength(EPISODES)
    const item = byPartytime?.items.find(({ guid }) => guid === episode.id)
    expect(item?.enclosure).toMatchObject({ url: `${origin}${audioPath(episode.id)}`, type: 'audio/mpeg' })
  })

  it('is read by feedparser and podcastparser', async ({ skip }) => {
    const readers = await openPythonReaders()
    if ('reason' in readers) return skip(readers.reason)
    const { feedparser, podcastparser } = await readers.read(addressOf(published.podcast.id))
    expect(feedparser.isBroken).toBe(false)
    for (const { title, items } of [feedparser, podcastparser]) {
      expect(title).toBe(HOSTILE)
      expect(items).toHaveLength(EPISODES)
      expect(items.map(({ url, length, type }) => ({ url, length, type }))).toEqual(
        (await readItems()).map((enclosure) => ({ ...enclosure })),
      )
    }
  })

  it('is subscribed to, polled and downloaded by gPodder', async ({ skip }) => {
    const gpodder = await openGpodder(join(folder, 'gpodder'))
    if ('reason' in gpodder) return skip(gpodder.reason)
    const { podcast, episode } = await publishPodcast(ama, { title: 'Small show', file: await recordMp3(folder, 2) })
    await waitForItems(podcast.id, 1)
    const relay = await startRelay(origin)
    try {
      const address = `${relay.origin}${feedPath(podcast.id)}`
      await gpodder.run('subscribe', address)
      await gpodder.run('update')
      await gpodder.run('update')
      expect(relay.statuses.at(0)).toBe(200)
      expect(relay.statuses.at(-1)).toBe(304)

      await gpodder.run('download')
      const [file] = (await readdir(join(folder, 'gpodder'), { recursive: true })).filter((name) =>
        name.endsWith('.mp3'),
      )
      const ours = await (await fetch(`${origin}${audioPath(episode.id)}`)).arrayBuffer()
      expect(Buffer.compare(await readFile(join(folder, 'gpodder', file ?? '')), Buffer.from(ours))).toBe(0)
    } finally {
      relay.close()
    }
  })
})

/** Relays requests to the product and records the statuses of its responses. */
const startRelay = async (origin: string) => {
  const { hostname, port, host } = new URL(origin)
  const statuses: number[] = []
  const server = createServer(({ url, method, headers }, response) => {
    request({ hostname, port, path: url, method, headers: { ...headers, host } }, (upstream) => {
      statuses.push(upstream.statusCode ?? 0)
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
