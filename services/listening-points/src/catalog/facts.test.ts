import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Episode } from '@griot/contracts/catalog/episodes'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
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

/** An HTTP server with prepared responses that records its requests. */
const startCatalog = async (responses: { status: number; body: unknown }[]) => {
  const requests: { path: string | undefined; token: string | string[] | undefined }[] = []
  const server = createServer((request, response) => {
    requests.push({ path: request.url, token: request.headers[IDENTITY_HEADER] })
    const { status, body } = responses.shift() ?? { status: 500, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { requests, facts: factsFromCatalog(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) }
}

const caller = { token: 'the token of the caller', requestId: 'one' }

describe('facts from catalog', () => {
  it('are read with the caller’s token, and cached for a playable episode', async () => {
    const ready = { ...episode, audioUrl: '/api/media/1/stream' }
    const makerIds = [episode.hostId, 'c0a8a1d4-7f5c-4f5e-9a3f-2d0f5c1b7e11']
    const { requests, facts } = await startCatalog([
      { status: 200, body: ready },
      { status: 200, body: { userIds: makerIds } },
    ])
    const { id, podcastId, hostId } = episode
    const expected = { id, podcastId, hostId, makerIds, isPublished: true, hasAudio: true, lengthSeconds: 600 }
    expect(await facts.episode(caller, episode.id)).toMatchObject(expected)
    expect(await facts.episode(caller, episode.id)).toMatchObject(expected)
    expect(requests).toEqual([
      { path: `/api/episode/${episode.id}`, token: caller.token },
      { path: `/api/podcast-makers/${podcastId}`, token: caller.token },
    ])
  })

  it('accept the response of an older or newer catalog', async () => {
    const { id, title, podcastId, hostId, status, duration } = episode
    const older = { id, title, podcastId, hostId, status, duration, audioUrl: null, audioFileId: null, mood: 'calm' }
    const { facts } = await startCatalog([
      { status: 200, body: older },
      { status: 404, body: {} },
    ])
    expect(await facts.episode(caller, episode.id)).toMatchObject({ title, hasAudio: false, makerIds: [hostId] })
  })

  it('are not cached for an episode without audio', async () => {
    const { facts } = await startCatalog([
      { status: 200, body: episode },
      { status: 200, body: { userIds: [episode.hostId] } },
      { status: 200, body: { ...episode, audioUrl: '/api/media/1/stream' } },
    ])
    expect(await facts.episode(caller, episode.id)).toMatchObject({ hasAudio: false })
    expect(await facts.episode(caller, episode.id)).toMatchObject({ hasAudio: true })
  })

  it('are not cached for a podcast that only its members see', async () => {
    const podcast = { id: episode.podcastId, title: 'Griot Stories', hostId: episode.hostId }
    const { requests, facts } = await startCatalog([
      { status: 200, body: { ...podcast, isListed: false } },
      { status: 404, body: {} },
      { status: 200, body: { ...podcast, isListed: true } },
    ])
    expect(await facts.podcast(caller, podcast.id)).toMatchObject(podcast)
    expect(await facts.podcast({ ...caller, token: 'another token' }, podcast.id)).toBeUndefined()
    for (const _ of [1, 2]) expect(await facts.podcast(caller, podcast.id)).toMatchObject(podcast)
    expect(requests).toHaveLength(3)
  })

  it('are undefined if catalog returns 404', async () => {
    const { facts } = await startCatalog([{ status: 404, body: {} }])
    expect(await facts.podcast(caller, episode.podcastId)).toBeUndefined()
  })

  it('fail with 503 if catalog fails', async () => {
    const { facts } = await startCatalog([])
    await expect(facts.episode(caller, episode.id)).rejects.toMatchObject({ status: 503 })
  })
})
