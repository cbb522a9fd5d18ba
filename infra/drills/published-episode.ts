import { CreateEpisode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import type { Visitor } from '@griot/service-kit/visitor'
import { expect, vi } from 'vitest'
import { recordedSound } from './recorded-sound.ts'

const LONG_MS = 60_000

/** An episode of three seconds that a visitor has just published. */
export const publishedEpisode = async (host: Visitor) => {
  const form = new FormData()
  form.set('audio', new File([new Uint8Array(await recordedSound(3))], 'drum.mp3', { type: 'audio/mpeg' }))
  const response = await host.fetch(UploadMedia.path, { method: 'POST', body: form })
  expect(response.status).toBe(201)
  const { mediaFile } = UploadMedia.response.parse(await response.json())
  await vi.waitUntil(async () => (await host.call(GetMedia, { params: { id: mediaFile.id } })).status === 'ready', {
    timeout: LONG_MS,
  })
  const podcast = await host.call(CreatePodcast, {
    body: { title: 'The Drum', description: 'A show.', hostName: 'Ama', category: 'culture', coverImage: null },
  })
  const { id } = await host.call(CreateEpisode, {
    body: {
      title: 'The first',
      description: 'Of one.',
      podcastId: podcast.id,
      audioFileId: mediaFile.id,
      duration: 1,
      episodeNumber: 1,
    },
  })
  return vi.waitUntil(
    async () => {
      const read = await host.call(GetEpisode, { params: { id } })
      return read.audioUrl !== null && read
    },
    { timeout: LONG_MS },
  )
}
