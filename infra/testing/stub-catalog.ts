import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'

/** A stub of the catalog for the points service: one podcast with 30 episodes of different lengths. */
export const serveStubCatalog = async () => {
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const createdAt = '2026-03-01T00:00:00.000Z'
  const podcast: Podcast = {
    id: id(1),
    title: 'Griot Stories',
    description: 'Stories.',
    hostName: 'Nana',
    hostId: id(2),
    hostImage: null,
    category: 'culture',
    kind: 'episodic',
    coverImage: '/cover',
    listeners: 0,
    rating: 4.8,
    frequency: 'Weekly',
    pointsPerListen: 15,
    createdAt,
  }
  const episodes = Array.from(
    { length: 31 },
    (_, number): Episode => ({
      id: id(100 + number),
      podcastId: podcast.id,
      title: `Story ${number}`,
      description: 'A story.',
      audioFileId: id(200 + number),
      audioUrl: `/api/media/${id(200 + number)}/stream`,
      // The last one is long enough for credits before the end.
      duration: number < 30 ? 10 + number * 5 : 3_600,
      episodeNumber: number + 1,
      releaseDate: createdAt,
      status: 'published',
      publishAt: createdAt,
      podcastTitle: podcast.title,
      hostId: podcast.hostId,
    }),
  )
  const records = new Map<string, Podcast | Episode>([podcast, ...episodes].map((record) => [record.id, record]))
  const server = createServer((request, response) => {
    const found = records.get(request.url?.split('/').at(-1) ?? '')
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    podcast,
    episodes,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
