import type { CreateEpisode, Episode } from '@griot/contracts/catalog/episodes'
import { inTransaction, type Tx } from '@griot/service-kit/db/db'
import { AppError, invalid, orNotFound } from '@griot/service-kit/http/errors'
import type { Call } from '@griot/service-kit/http/parse-request'
import type { Catalog } from '../catalog.ts'
import { requireRight } from '../members/access.ts'
import { lockShows, setFeedChanged } from '../publishing/feed-changes.ts'
import { checkDetails } from './check-details.ts'
import { setLinkedAudio } from './episode-audio.queries.ts'
import { findEpisode } from './episodes.queries.ts'
import { isRefusal, mediaClient } from './media-client.ts'
import { deleteUnseenEpisode, guidTaken, insertEpisode, isIdentifierOfOther } from './write-episode.queries.ts'

type NewEpisode = Call<typeof CreateEpisode>

/** Creates an episode of a podcast that the caller may edit, and links its audio if a file is given. */
export const createEpisode = async ({ db, mediaUrl }: Catalog, call: NewEpisode): Promise<Episode> => {
  const { user, body } = call
  const { audioFileId, ...typed } = checkDetails({ description: '', status: body.status }, body)
  const media = mediaClient(mediaUrl, call)
  checkSchedule(body)

  // Check every condition before the first write.
  await requireRight(db, body.podcastId, user, 'edit')
  if (audioFileId === null) return insert(db, typed)

  const mayWait = body.status !== 'published'
  const audio = await media.usableFile(audioFileId, { mayWait })
  const status = body.status === 'when_ready' && audio.status === 'ready' ? 'published' : body.status
  const episode = await insert(db, { ...typed, status })
  try {
    await media.link(episode.id, audioFileId, { mayWait })
  } catch (error) {
    if (isRefusal(error)) {
      // No other service has seen the episode.
      await deleteUnseenEpisode(db, episode.id)
      throw error
    }
    // The episode stays without audio; the user can link it again.
    const sentence =
      'The episode was created, but its audio could not be linked. Please link it from your media library.'
    throw new AppError(503, 'episode.audio_not_linked', sentence, { cause: error })
  }
  const { duration, sha256: audioSha256 } = audio
  const linked = { episodeId: episode.id, audioFileId, duration, audioSha256, seenVersion: 0 }
  await inTransaction(db, (tx) => setLinkedAudio(tx, linked))
  return (await findEpisode(db, episode.id)) ?? episode
}

const insert = (db: Catalog['db'], row: Parameters<typeof insertEpisode>[1]) =>
  inTransaction(db, async (tx) => {
    // Waits for a transaction that hides the podcast.
    await lockShows(tx, { podcastIds: [row.podcastId] })
    await checkGuid(tx, { id: null, podcastId: row.podcastId, guid: row.guid })
    const id = orNotFound(await insertEpisode(tx, row), 'podcast')
    const isBackdated = (row.releaseDate ?? null) !== null
    if (row.status === 'published') await setFeedChanged(tx, [row.podcastId], { isNotified: !isBackdated })
    return orNotFound(await findEpisode(tx, id), 'episode')
  })

/** Throws 409 if the identifier is the id of another episode of the show. The database refuses one that was given twice. */
export const checkGuid = async (
  tx: Tx,
  { guid, ...place }: { id: string | null; podcastId: string; guid: string | undefined },
) => {
  if (guid === undefined || !(await isIdentifierOfOther(tx, { ...place, guid }))) return
  throw guidTaken()
}

/** Throws 400 unless a scheduled episode has a time in the next two years, and any other episode has none. */
export const checkSchedule = ({ status, publishAt }: Pick<Episode, 'status' | 'publishAt'>) => {
  if (status !== 'scheduled') {
    if (publishAt !== null) throw invalid({ publishAt: 'Only a scheduled episode has a time.' })
    return
  }
  if (publishAt === null) throw invalid({ publishAt: 'Please choose when to publish it.' })
  const time = Date.parse(publishAt)
  if (time < Date.now() || time > new Date().setFullYear(new Date().getFullYear() + 2)) {
    throw invalid({ publishAt: 'Please choose a time from now on, at most two years ahead.' })
  }
}
