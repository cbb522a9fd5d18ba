import type { UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { type Db, inTransaction } from '@griot/service-kit/db'
import { AppError, conflict, notFound } from '@griot/service-kit/errors'
import type { Call } from '@griot/service-kit/read-call'
import type { Catalog } from '../catalog.ts'
import { audioFromMedia } from './audio-from-media.ts'
import { checkPlan } from './create-episode.ts'
import { audioVersionOf, changeEpisode, deleteEpisodeRow, findEpisode, showAudio } from './episodes.queries.ts'
import { lockEpisode, publishIfReady, setStatus, tellDeleted, tellVisibility } from './publishing.queries.ts'

type EpisodeChange = Call<typeof UpdateEpisode>

/** Changes an episode of the caller, and who may see it. */
export const updateEpisode = async (catalog: Catalog, call: EpisodeChange) => {
  const { db } = catalog
  const { user, params, body } = call
  const before = await findEpisode(db, params.id)
  if (before?.hostId !== user.id) throw notFound('episode')
  const status = body.status ?? before.status
  const publishAt = status === 'scheduled' ? (body.publishAt ?? before.publishAt) : (body.publishAt ?? null)
  // A time that came while somebody typed is no mistake of theirs.
  if (body.status !== undefined || body.publishAt !== undefined) await checkPlan(db, { status, publishAt })

  const { audioFileId } = body
  if (audioFileId !== undefined && audioFileId !== before.audioFileId) {
    await linkOther(catalog, call, audioFileId, { mayWait: status !== 'published' })
  }

  await inTransaction(db, async (tx) => {
    const episode = await lockEpisode(tx, params.id, user.id)
    if (episode === undefined) throw notFound('episode')
    await changeEpisode(tx, params.id, body)
    if (body.status === undefined && body.publishAt === undefined) return
    if (status === 'published' && episode.audioFileId !== null && !episode.isPlayable) {
      throw conflict(
        'media.not_ready',
        'Its audio is still being processed. It can be published as soon as that is ready.',
      )
    }
    const changed = await setStatus(tx, params.id, status, publishAt)
    if (changed.isPublished !== episode.isPublished) await tellVisibility(tx, [changed])
    await publishIfReady(tx, params.id)
  })
  return findEpisode(db, params.id)
}

const linkOther = async (
  { db, mediaUrl }: Catalog,
  call: EpisodeChange,
  audioFileId: string,
  { mayWait }: { mayWait: boolean },
) => {
  const episodeId = call.params.id
  const media = audioFromMedia(mediaUrl, call)
  const audio = await media.usableFile(audioFileId, { mayWait })
  const seenVersion = (await audioVersionOf(db, episodeId)) ?? 0
  try {
    await media.link(episodeId, audioFileId, { mayWait })
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error
    throw new AppError(
      503,
      'episode.audio_not_linked',
      'The audio could not be linked, and nothing else was changed. Please try again.',
      { cause: error },
    )
  }
  await inTransaction(db, (tx) => showAudio(tx, { episodeId, audioFileId, duration: audio.duration, seenVersion }))
}

/** Deletes an episode of this host; a published one only when that is meant. */
export const deleteEpisode = (db: Db, id: string, hostId: string, isConfirmed: boolean) =>
  inTransaction(db, async (tx) => {
    const episode = await lockEpisode(tx, id, hostId)
    if (episode === undefined) throw notFound('episode')
    if (episode.isPublished && !isConfirmed) {
      throw conflict('episode.published', 'This episode is published: listeners would lose it. Please confirm.')
    }
    await deleteEpisodeRow(tx, id)
    await tellDeleted(tx, [episode])
    return { id, podcastId: episode.podcastId }
  })
