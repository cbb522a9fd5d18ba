import { DURATION_REQUIRED, type Episode, lacksDuration, type UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { AppError, conflict, invalid, orNotFound } from '@griot/service-kit/http/errors'
import type { Call } from '@griot/service-kit/http/parse-request'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { Catalog } from '../catalog.ts'
import { requireRight } from '../members/access.ts'
import { recordDeletion, recordEdit } from '../members/record-edit.ts'
import { changeFeeds, lockShows, setFeedChanged } from '../publishing/feed-changes.ts'
import { lockEpisode, publishIfReady, publishVisibility, setStatus } from '../publishing/publishing.queries.ts'
import { checkDetails } from './check-details.ts'
import { checkGuid, checkSchedule } from './create-episode.ts'
import { audioVersionOf, setLinkedAudio } from './episode-audio.queries.ts'
import { findEpisode } from './episodes.queries.ts'
import { isRefusal, mediaClient } from './media-client.ts'
import { deleteEpisodeRow, updateEpisodeRow } from './write-episode.queries.ts'

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

  const edit = checkDetails({ description: before.description, status }, body)
  return inTransaction(db, async (tx) => {
    await changeFeeds(tx, { episodeIds: [params.id] }, () => applyEdit(tx, call, edit, { status, publishAt }))
    const after = orNotFound(await findEpisode(tx, params.id), 'episode')
    await recordEdit(tx, user, { kind: 'episode', sent: Object.keys(edit), before, after })
    return after
  })
}

type Publication = Pick<Episode, 'status' | 'publishAt'>

const applyEdit = async (
  tx: Tx,
  { user, params: { id }, body }: EpisodeChange,
  edit: EpisodeChange['body'],
  { status, publishAt }: Publication,
) => {
  const episode = orNotFound(await lockEpisode(tx, id), 'episode')
  const { podcastId, audioFileId, wasPublished } = episode
  await requireRight(tx, podcastId, user, 'edit', 'episode')
  if (edit.guid !== undefined && edit.guid !== (await guidOf(tx, id))) {
    if (wasPublished) throw guidFixed()
    await checkGuid(tx, { id, podcastId, guid: edit.guid })
  }
  const { typedSeconds } = await updateEpisodeRow(tx, id, edit)
  const isChanged = body.status !== undefined || body.duration !== undefined
  if (isChanged && lacksDuration({ status, audioFileId, duration: typedSeconds })) {
    throw invalid({ duration: DURATION_REQUIRED })
  }
  if (body.status === undefined && body.publishAt === undefined) return
  if (status === 'published' && audioFileId !== null && !episode.isPlayable) {
    const sentence = 'Its audio is still being processed. It can be published as soon as that is ready.'
    throw conflict('media.not_ready', sentence)
  }
  const changed = await setStatus(tx, id, status, publishAt)
  if (changed.isPublished !== episode.isPublished) await publishVisibility(tx, [changed])
  await publishIfReady(tx, id)
}

const guidOf = async (tx: Tx, id: string) => (await findEpisode(tx, id))?.guid

const guidFixed = () => {
  const sentence = 'The episode was published, so its identifier cannot change.'
  return new AppError(409, 'episode.guid_fixed', sentence, { fields: { guid: sentence } })
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
    await lockShows(tx, { episodeIds: [id] })
    const episode = orNotFound(await lockEpisode(tx, id), 'episode')
    await requireRight(tx, episode.podcastId, user, 'edit', 'episode')
    if (episode.isPublished && !isConfirmed) {
      throw conflict('episode.published', 'This episode is published: listeners would lose it. Please confirm.')
    }
    const { title, hostId } = orNotFound(await findEpisode(tx, id), 'episode')
    await recordDeletion(tx, user, 'episode', { id, title, hostId })
    await deleteEpisodeRow(tx, id)
    if (episode.isPublished) await setFeedChanged(tx, [episode.podcastId])
    await publishVisibility(tx, [episode], true)
    return { id, podcastId: episode.podcastId }
  })
