import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { CreateEpisode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import type { Visitor } from '@griot/service-kit/visitor'
import { expect, vi } from 'vitest'

export const audioForm = async (file: string, type = 'audio/mpeg') => {
  const form = new FormData()
  form.set('audio', new File([await openAsBlob(file)], basename(file), { type }))
  return form
}

/** Uploads a file and answers it as it was received. */
export const received = async (visitor: Visitor, file: string) => {
  const response = await visitor.fetch(UploadMedia.path, { method: 'POST', body: await audioForm(file) })
  expect(response.status).toBe(201)
  return UploadMedia.response.parse(await response.json()).mediaFile
}

/** Uploads a file and answers what has become of it, be it ready or failed. */
export const uploaded = async (visitor: Visitor, file: string) => {
  const { id } = await received(visitor, file)
  return vi.waitUntil(
    async () => {
      const file = await visitor.call(GetMedia, { params: { id } })
      return file.status !== 'processing' && file
    },
    { timeout: 60_000 },
  )
}

/** A podcast with one episode that can be heard. */
export const publishedShow = async (visitor: Visitor, { title, file }: { title: string; file: string }) => {
  const media = await uploaded(visitor, file)
  const podcast = await visitor.call(CreatePodcast, {
    body: { title, description: 'A show for a test.', hostName: 'Ama Mensah', category: 'culture', coverImage: null },
  })
  const { id } = await visitor.call(CreateEpisode, {
    body: {
      title: `${title}, part one`,
      description: 'Its only episode.',
      podcastId: podcast.id,
      audioFileId: media.id,
      duration: 1,
      episodeNumber: 1,
    },
  })
  const episode = await vi.waitUntil(
    async () => {
      const read = await visitor.call(GetEpisode, { params: { id } })
      return read.audioUrl !== null && read
    },
    { timeout: 60_000 },
  )
  return { podcast, episode, media }
}
