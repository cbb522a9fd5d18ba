import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Episode } from '@griot/contracts/catalog/episodes'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { afterEach, describe, expect, it } from 'vitest'
import { factsFromCatalog } from './facts.ts'

const episode: Episode = {
  id: '8f14e45f-ceea-467f-a9e2-1f0b2d5f3c11',
  podcastId: '45c48cce-2e2d-4fbd-aa1a-fc51c7c6ad26',
  title: 'The Drum',
  description: 'A story.',
  audioFileId: null,
  audioUrl: null,
  duration: 600,
  episodeNumber: 1,
  releaseDate: '2026-11-20T00:00:00.000Z',
  podcastTitle: 'Griot Stories',
  hostId: 'd3d94468-02a4-4259-b55d-38e6d163e820',
  status: 'published',
  publishAt: null,
}

let close = () => {}
afterEach(() => close())

/** Another service, as far as the wire is concerned: answers what it is told, and keeps what it was asked. */
const catalogAnswering = async (answers: { status: number; body: unknown }[]) => {
  const asked: { path: string | undefined; token: string | string[] | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url, token: request.headers[IDENTITY_HEADER] })
    const { status, body } = answers.shift() ?? { status: 500, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { asked, facts: factsFromCatalog(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) }
}

const asking = { token: 'the token of the caller', requestId: 'one' }

describe('what catalog knows', () => {
  it('is asked for in the name of the caller, once for what is ready to play', async () => {
    const ready = { ...episode, audioUrl: '/api/media/1/stream' }
    const { asked, facts } = await catalogAnswering([{ status: 200, body: ready }])
    const { id, podcastId, hostId } = episode
    const expected = { id, podcastId, hostId, isPublished: true, hasAudio: true, lengthSeconds: 600 }
    expect(await facts.episode(asking, episode.id)).toMatchObject(expected)
    expect(await facts.episode(asking, episode.id)).toMatchObject(expected)
    expect(asked).toEqual([{ path: `/api/episode/${episode.id}`, token: asking.token }])
  })

  it('is understood when a catalog of another age says less or more about the rest', async () => {
    const { id, title, podcastId, hostId, status, duration } = episode
    const older = { id, title, podcastId, hostId, status, duration, audioUrl: null, mood: 'calm' }
    const { facts } = await catalogAnswering([{ status: 200, body: older }])
    expect(await facts.episode(asking, episode.id)).toMatchObject({ title, hasAudio: false })
  })

  it('is asked for again while an episode waits for its audio', async () => {
    const { facts } = await catalogAnswering([
      { status: 200, body: episode },
      { status: 200, body: { ...episode, audioUrl: '/api/media/1/stream' } },
    ])
    expect(await facts.episode(asking, episode.id)).toMatchObject({ hasAudio: false })
    expect(await facts.episode(asking, episode.id)).toMatchObject({ hasAudio: true })
  })

  it('can be that there is no such thing', async () => {
    const { facts } = await catalogAnswering([{ status: 404, body: {} }])
    expect(await facts.podcast(asking, episode.podcastId)).toBeUndefined()
  })

  it('is a 503 of ours when catalog does not answer', async () => {
    const { facts } = await catalogAnswering([])
    await expect(facts.episode(asking, episode.id)).rejects.toMatchObject({ status: 503 })
  })
})
