import type { BodyOf } from '@griot/contracts/endpoint'
import type { CreateHistoryEntry, HistoryEntry, UpdateHistoryEntry } from '@griot/contracts/library'
import { COMPLETED_PERCENT, positionAt } from '@griot/contracts/listening-rules'
import type { Db } from '@griot/service-kit/db/db'
import { orNotFound } from '@griot/service-kit/http/errors'
import { type CatalogCaller, type Facts, requirePodcast } from '../catalog/facts.ts'
import { createListeners } from '../ledger/ledger.queries.ts'
import { endSessionOf } from '../listening/end-session.ts'
import { asEntry, findEntry, findEntryOf, insertEntry, moveEntry, resetEntry } from './history.queries.ts'

interface Parts {
  db: Db
  facts: Facts
  caller: CatalogCaller
}

const completedBy = (progress: number) => progress >= COMPLETED_PERCENT

/** Returns an existing entry unchanged. */
export const createEntry = async (
  { db, facts, caller }: Parts,
  userId: string,
  { episodeId, podcastId, progress }: BodyOf<typeof CreateHistoryEntry>,
): Promise<{ entry: HistoryEntry; isNew: boolean }> => {
  const known = await findEntryOf(db, userId, episodeId)
  if (known !== undefined) {
    requirePodcast(known, podcastId)
    return { entry: asEntry(known), isNew: false }
  }
  const episode = orNotFound(await facts.episode(caller, episodeId), 'episode')
  requirePodcast(episode, podcastId)
  await createListeners(db, [userId])
  const entry = await insertEntry(db, {
    userId,
    episodeId: episode.id,
    podcastId: episode.podcastId,
    lengthSeconds: episode.lengthSeconds,
    positionSeconds: positionAt(progress, episode.lengthSeconds),
    progress,
    completed: completedBy(progress),
  })
  if (entry !== undefined) return { entry: asEntry(entry), isNew: true }
  const other = await findEntryOf(db, userId, episode.id)
  if (other === undefined) throw new Error('a history entry was deleted')
  return { entry: asEntry(other), isNew: false }
}

/** Moves the position. The position decides about completion, not the caller's `completed`. */
export const updateEntry = async (
  db: Db,
  userId: string,
  id: string,
  { progress, unplayed }: BodyOf<typeof UpdateHistoryEntry>,
): Promise<HistoryEntry> => {
  const entry = orNotFound(await findEntry(db, userId, id), 'listening_history')
  if (unplayed) {
    // An open session would complete the entry again when it ends.
    await endSessionOf(db, userId, entry.episodeId)
    return asEntry(await resetEntry(db, id))
  }
  const moved = await moveEntry(db, {
    id,
    progress,
    positionSeconds: positionAt(progress, entry.lengthSeconds),
    completed: completedBy(progress),
  })
  return asEntry(moved)
}
