import type { CreateEpisode, Episode, EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { inTransaction, type Queryable } from '@griot/service-kit/db'
import { AppError, invalid, notFound } from '@griot/service-kit/errors'
import type { Call } from '@griot/service-kit/read-call'
import type { Catalog } from '../catalog.ts'
import { isHostOf } from '../podcasts/podcasts.queries.ts'
import { audioFromMedia } from './audio-from-media.ts'
import { deleteEpisodeRow, findEpisode, insertEpisode, showAudio } from './episodes.queries.ts'
import { isPlannable } from './publishing.queries.ts'

type NewEpisode = Call<typeof CreateEpisode>

/** Creates an episode of the caller's podcast, and has media link its audio when a file is named. */
export const createEpisode = async ({ db, mediaUrl }: Catalog, call: NewEpisode): Promise<Episode> => {
  const { user, body } = call
  const { audioFileId, ...typed } = body
  const media = audioFromMedia(mediaUrl, call)
  await checkPlan(db, body)

  if (audioFileId === null) return insert(db, { ...typed, hostId: user.id })

  // All that can be known to stand in the way is asked before anything is written.
  if (!(await isHostOf(db, body.podcastId, user.id))) throw notFound('podcast')
  const mayWait = body.status !== 'published'
  const audio = await media.usableFile(audioFileId, { mayWait })
  // What waits for audio that is there already does not have to wait.
  const status = body.status === 'when_ready' && audio.status === 'ready' ? 'published' : body.status
  const episode = await insert(db, { ...typed, status, hostId: user.id })
  try {
    await media.link(episode.id, audioFileId, { mayWait })
  } catch (error) {
    // A refusal is certain: there is no link, and nobody has heard of the episode yet. Silence is not: the link may
    // have been made, so the episode stays, as one without audio that can be linked again.
    if (error instanceof AppError && error.status < 500) {
      await deleteEpisodeRow(db, episode.id)
      throw error
    }
    throw new AppError(
      503,
      'episode.audio_not_linked',
      'The episode was created, but its audio could not be linked. Please link it from your media library.',
      { cause: error },
    )
  }
  const linked = { episodeId: episode.id, audioFileId, duration: audio.duration, seenVersion: 0 }
  await inTransaction(db, (tx) => showAudio(tx, linked))
  return (await findEpisode(db, episode.id)) ?? episode
}

const insert = async (db: Catalog['db'], row: Parameters<typeof insertEpisode>[1]) => {
  const episode = await insertEpisode(db, row)
  if (episode === undefined) throw notFound('podcast')
  return episode
}

/** A scheduled episode has a time, which is still to come; no other has one. */
export const checkPlan = async (
  db: Queryable,
  { status, publishAt }: { status: EpisodeStatus; publishAt: string | null },
) => {
  if (status !== 'scheduled') {
    if (publishAt !== null) throw invalid({ publishAt: 'Only a scheduled episode has a time.' })
    return
  }
  if (publishAt === null) throw invalid({ publishAt: 'Please choose when to publish it.' })
  if (!(await isPlannable(db, publishAt)))
    throw invalid({ publishAt: 'Please choose a time to come, within the next two years.' })
}
