import type { CreateEpisode, Episode } from '@griot/contracts/catalog'
import { GetMedia, LinkMedia, type MediaFile } from '@griot/contracts/media'
import type { Call } from '@griot/service-kit/app'
import { askService } from '@griot/service-kit/ask-service'
import { AppError, conflict, notFound } from '@griot/service-kit/errors'
import type { Catalog } from '../catalog.ts'
import { isHostOf } from '../podcasts/podcasts.queries.ts'
import { deleteEpisode, findEpisode, insertEpisode, showAudio } from './episodes.queries.ts'

type NewEpisode = Call<typeof CreateEpisode>

/** Creates an episode of the caller's podcast, and has media link its audio when a file is named. */
export const createEpisode = async ({ db, mediaUrl }: Catalog, call: NewEpisode): Promise<Episode> => {
  const { user, body } = call
  const { audioFileId, ...typed } = body
  const media = mediaOf(mediaUrl, call)

  if (audioFileId === null) return insert(db, { ...typed, hostId: user.id })

  // All that can be known to stand in the way is asked before anything is written.
  if (!(await isHostOf(db, body.podcastId, user.id))) throw notFound('podcast')
  const audio = await media.readyFile(audioFileId)
  const episode = await insert(db, { ...typed, hostId: user.id })
  try {
    await media.link(episode.id, audioFileId)
  } catch (error) {
    // A refusal is certain: there is no link, and nobody has heard of the episode yet. Silence is not: the link may
    // have been made, so the episode stays, as one without audio that can be linked again.
    if (error instanceof AppError && error.status < 500) {
      await deleteEpisode(db, episode.id)
      throw error
    }
    throw new AppError(
      503,
      'episode.audio_not_linked',
      'The episode was created, but its audio could not be linked. Please link it from your media library.',
      { cause: error },
    )
  }
  await showAudio(db, { episodeId: episode.id, audioFileId, duration: audio.duration })
  return (await findEpisode(db, episode.id)) ?? episode
}

const insert = async (db: Catalog['db'], row: Parameters<typeof insertEpisode>[1]) => {
  const episode = await insertEpisode(db, row)
  if (episode === undefined) throw notFound('podcast')
  return episode
}

// Two questions in one request must both fit in what the gateway waits for an answer.
const PATIENCE_MS = 2_000

/** Media, asked in the caller's name: it knows whose the files are, and it owns the links. */
const mediaOf = (url: string, { token, requestId }: NewEpisode) => {
  const options = { url, token, requestId, timeoutMs: PATIENCE_MS }
  return {
    async readyFile(id: string): Promise<MediaFile> {
      const file = await askService(options, GetMedia, { params: { id } })
      if (file === undefined) throw noSuchFile()
      if (file.status !== 'ready') throw conflict('media.not_ready', NOT_READY[file.status])
      return file
    },
    async link(episodeId: string, mediaFileId: string) {
      const link = await askService(options, LinkMedia, { params: { episodeId }, body: { mediaFileId } })
      if (link === undefined) throw noSuchFile()
    },
  }
}

const noSuchFile = () => new AppError(404, 'media.not_found', 'We could not find that audio file.')

const NOT_READY = {
  processing: 'That audio file is still being processed. Please try again in a moment.',
  failed: 'That audio file could not be processed. Please upload it again.',
}
