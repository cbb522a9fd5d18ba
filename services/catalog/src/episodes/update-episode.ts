import { DURATION_REQUIRED, lacksDuration, type UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { AppError, conflict, invalid, orNotFound } from '@griot/service-kit/http/errors'
import type { Call } from '@griot/service-kit/http/parse-request'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { Catalog } from '../catalog.ts'
import { requireRight } from '../members/access.ts'
import { lockEpisode, publishIfReady, publishVisibility, setStatus } from '../publishing/publishing.queries.ts'
import { checkSchedule } from './create-episode.ts'
import { audioVersionOf, deleteEpisodeRow, findEpisode, setLinkedAudio, updateEpisodeRow } from './episodes.queries.ts'
import { isRefusal, mediaClient } from './media-client.ts'

type EpisodeChange = Call<typeof UpdateEpisode>

/** Updates an episode that the caller may edit, including its audio and publication state. */
export const updateEpisode = async (catalog: Catalog, call: EpisodeChange) => {
  const { db } = catalog
  const { user, params, body } = call
  const before = orNotFound(await findEpisode(db, params.id), 'episode')
  await requireRight(db, before.podcastId, user, 'edit', 'episode')
  const status = body.status ?? before.status
  const publishAt = status === 'scheduled' ? (body.publishAt ?? before.publishAt) : (body.publishAt ?? null)
  // A scheduled time that passed while the form was open is not an error of the user.
  if (body.status !== undefined || body.publishAt !== undefined) checkSchedule({ status, publishAt })

  const { audioFileId } = body
  if (audioFileId !== undefined && audioFileId !== before.audioFileId) {
    await linkAudio(catalog, call, audioFileId, status !== 'published')
  }

  await inTransaction(db, async (tx) => {
    const episode = orNotFound(await lockEpisode(tx, params.id), 'episode')
    await requireRight(tx, episode.podcastId, user, 'edit', 'episode')
    const { typedSeconds } = await updateEpisodeRow(tx, params.id, body)
    const isChanged = body.status !== undefined || body.duration !== undefined
    if (isChanged && lacksDuration({ status, audioFileId: episode.audioFileId, duration: typedSeconds })) {
      throw invalid({ duration: DURATION_REQUIRED })
    }
    if (body.status === undefined && body.publishAt === undefined) return
    if (status === 'published' && episode.audioFileId !== null && !episode.isPlayable) {
      const sentence = 'Its audio is still being processed. It can be published as soon as that is ready.'
      throw conflict('media.not_ready', sentence)
    }
    const changed = await setStatus(tx, params.id, status, publishAt)
    if (changed.isPublished !== episode.isPublished) await publishVisibility(tx, [changed])
    await publishIfReady(tx, params.id)
  })
  return orNotFound(await findEpisode(db, params.id), 'episode')
}

const linkAudio = async ({ db, mediaUrl }: Catalog, call: EpisodeChange, audioFileId: string, mayWait: boolean) => {
  const episodeId = call.params.id
  const media = mediaClient(mediaUrl, call)
  const { duration, sha256: audioSha256 } = await media.usableFile(audioFileId, { mayWait })
  const seenVersion = (await audioVersionOf(db, episodeId)) ?? 0
  await media.link(episodeId, audioFileId, { mayWait }).catch((error: unknown) => {
    if (isRefusal(error)) throw error
    const sentence = 'The audio could not be linked, and nothing else was changed. Please try again.'
    throw new AppError(503, 'episode.audio_not_changed', sentence, { cause: error })
  })
  const linked = { episodeId, audioFileId, duration, audioSha256, seenVersion }
  await inTransaction(db, (tx) => setLinkedAudio(tx, linked))
}

/** Deletes an episode that the user may edit. Throws 409 without confirmation if it is published. */
export const deleteEpisode = (db: Db, id: string, user: Caller, isConfirmed: boolean) =>
  inTransaction(db, async (tx) => {
    const episode = orNotFound(await lockEpisode(tx, id), 'episode')
    await requireRight(tx, episode.podcastId, user, 'edit', 'episode')
    if (episode.isPublished && !isConfirmed) {
      throw conflict('episode.published', 'This episode is published: listeners would lose it. Please confirm.')
    }
    await deleteEpisodeRow(tx, id)
    await publishVisibility(tx, [episode], true)
    return { id, podcastId: episode.podcastId }
  })
