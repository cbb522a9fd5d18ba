import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { CreateEpisode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast, type PodcastKind } from '@griot/contracts/catalog/podcasts'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import type { ApiClient } from '@griot/service-kit/testing/api-client'
import { expect, vi } from 'vitest'

export const audioForm = async (file: string, type = 'audio/mpeg') => {
  const form = new FormData()
  form.set('audio', new File([await openAsBlob(file)], basename(file), { type }))
  return form
}

/** Uploads a file. Returns its state before processing. */
export const uploadFile = async (visitor: ApiClient, file: string) => {
  const response = await visitor.fetch(UploadMedia.path, { method: 'POST', body: await audioForm(file) })
  expect(response.status).toBe(201)
  return UploadMedia.response.parse(await response.json()).mediaFile
}

/** Uploads a file and waits until it is ready or failed. */
export const uploadProcessed = async (visitor: ApiClient, file: string) => {
  const { id } = await uploadFile(visitor, file)
  return vi.waitUntil(
    async () => {
      const file = await visitor.call(GetMedia, { params: { id } })
      return file.status !== 'processing' && file
    },
    { timeout: 60_000, interval: 200 },
  )
}

/** Publishes a podcast with one episode that can be played. */
export const publishPodcast = async (
  visitor: ApiClient,
  { title, file, kind }: { title: string; file: string; kind?: PodcastKind },
) => {
  const media = await uploadProcessed(visitor, file)
  const podcast = await visitor.call(CreatePodcast, {
    body: {
      title,
      description: 'A show for a test.',
      hostName: 'Ama Mensah',
      category: 'culture',
      kind,
      coverImage: null,
    },
  })
  const episode = await addEpisode(visitor, { podcast, media }, { title: `${title}, part one`, episodeNumber: 1 })
  return { podcast, episode, media }
}

/** Publishes an episode with this audio and waits until it can be played. */
export const addEpisode = async (
  visitor: ApiClient,
  { podcast, media }: { podcast: { id: string }; media: { id: string } },
  about: { title: string; episodeNumber: number },
) => {
  const { id } = await visitor.call(CreateEpisode, {
    body: {
      ...about,
      description: 'An episode for a test.',
      podcastId: podcast.id,
      audioFileId: media.id,
      duration: 1,
    },
  })
  return vi.waitUntil(
    async () => {
      const read = await visitor.call(GetEpisode, { params: { id } })
      return read.audioUrl !== null && read
    },
    { timeout: 60_000, interval: 200 },
  )
}
