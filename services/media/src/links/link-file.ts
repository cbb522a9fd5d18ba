import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { MediaLinked } from '@griot/contracts/events'
import { askService } from '@griot/service-kit/ask-service'
import { type Db, inTransaction } from '@griot/service-kit/db'
import { conflict, notFound } from '@griot/service-kit/errors'
import { publish } from '@griot/service-kit/outbox'
import { lockFile } from '../files/files.queries.ts'
import { fileNotFound } from '../files/media-file.ts'
import { linkEpisode } from './links.queries.ts'
import { noteVisibility } from './visibility.queries.ts'

export interface LinkRequest {
  episodeId: string
  mediaFileId: string
  /** The episode may wait for a file that is still being processed. */
  whenReady: boolean
  callerId: string
  /** The caller's identity, for asking catalog in their name. */
  token: string
  requestId: string
}

/** Makes a file of the caller the audio of an episode of the caller. Doing it again changes nothing to hear. */
export const linkFile = async (
  { db, catalogUrl }: { db: Db; catalogUrl: string },
  { episodeId, mediaFileId, whenReady, callerId, ...asking }: LinkRequest,
) => {
  const episode = await askService({ url: catalogUrl, ...asking }, GetEpisode, { params: { id: episodeId } })
  if (episode?.hostId !== callerId) throw notFound('episode')

  await inTransaction(db, async (tx) => {
    const file = await lockFile(tx, mediaFileId)
    if (file?.ownerId !== callerId) throw fileNotFound()
    const { status, duration } = file.shown
    if (status === 'processing' && !whenReady) {
      throw conflict('media.not_ready', 'This file is still being processed. Please link it when it is ready.')
    }
    if (status === 'failed') {
      throw conflict('media.not_ready', 'This file could not be processed, so no episode can play it.')
    }
    await noteVisibility(tx, episodeId, episode.status === 'published')
    const { version } = await linkEpisode(tx, { episodeId, mediaFileId, linkedBy: callerId })
    await publish(tx, MediaLinked, { episodeId, version, audioFileId: mediaFileId, duration })
  })
  return { episodeId, mediaFileId, mediaType: 'audio', isDefault: true } as const
}
