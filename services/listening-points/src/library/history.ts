import type { BodyOf } from '@griot/contracts/endpoint'
import type { CreateHistoryEntry, HistoryEntry, UpdateHistoryEntry } from '@griot/contracts/library'
import type { Db } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import { type Asking, type Facts, requirePodcast } from '../catalog/facts.ts'
import { createListener } from '../ledger/listener.queries.ts'
import { RULES } from '../rules/numbers.ts'
import { positionAt } from '../rules/progress.ts'
import { asEntry, findEntry, findEntryOf, insertEntry, moveEntry } from './history.queries.ts'

interface Parts {
  db: Db
  facts: Facts
  asking: Asking
}

const completedBy = (progress: number) => progress >= RULES.completion.positionPercent

/** Remembers where someone is in an episode. An entry that is there already is answered as it is. */
export const rememberEpisode = async (
  { db, facts, asking }: Parts,
  userId: string,
  { episodeId, podcastId, progress }: BodyOf<typeof CreateHistoryEntry>,
): Promise<{ entry: HistoryEntry; isNew: boolean }> => {
  const known = await findEntryOf(db, userId, episodeId)
  if (known !== undefined) {
    requirePodcast(known, podcastId.toLowerCase())
    return { entry: asEntry(known), isNew: false }
  }
  const episode = await facts.episode(asking, episodeId.toLowerCase())
  if (episode === undefined) throw notFound('episode')
  requirePodcast(episode, podcastId.toLowerCase())
  await createListener(db, userId)
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
  if (other === undefined) throw new Error('a history entry is gone, though nothing removes one')
  return { entry: asEntry(other), isNew: false }
}

/** Moves the place in an episode. The caller's `completed` is a claim: the position decides, and never takes it back. */
export const updateEntry = async (
  db: Db,
  userId: string,
  id: string,
  { progress }: BodyOf<typeof UpdateHistoryEntry>,
): Promise<HistoryEntry> => {
  const entry = await findEntry(db, userId, id)
  if (entry === undefined) throw notFound('listening_history')
  const moved = await moveEntry(db, {
    id,
    progress,
    positionSeconds: positionAt(progress, entry.lengthSeconds),
    completed: completedBy(progress),
  })
  return asEntry(moved)
}
