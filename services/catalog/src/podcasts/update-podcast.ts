import type { NewPodcast, PodcastEdit } from '@griot/contracts/catalog/podcasts'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { conflict, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { z } from 'zod'
import { requireRight } from '../members/access.ts'
import { recordDeletion, recordEdit } from '../members/record-edit.ts'
import { releaseDrawnCovers, setPicture } from '../pictures/pictures.queries.ts'
import { publishVisibility } from '../publishing/publishing.queries.ts'
import { findPodcast, readPodcasts } from './podcasts.queries.ts'
import { checkDetails, NOTHING_BEFORE, type Place } from './show-details.ts'
import {
  deleteEpisodesOf,
  deletePodcastRow,
  insertPodcast,
  lockPodcast,
  recordRemovedShow,
  updatePodcastRow,
} from './write-podcast.queries.ts'

/** Creates a podcast of the user. `place` is the origin of its feed. */
export const createPodcast = (db: Db, user: Caller, given: z.output<typeof NewPodcast>, place: Place) =>
  inTransaction(db, async (tx) => {
    const id = await insertPodcast(tx, { ...checkDetails(NOTHING_BEFORE, given), hostId: user.id, place })
    return orNotFound((await readPodcasts(tx, [id]))[0], 'podcast')
  })

export const updatePodcast = (db: Db, id: string, user: Caller, edit: z.output<typeof PodcastEdit>) =>
  inTransaction(db, async (tx) => {
    const locked = orNotFound(await lockPodcast(tx, id), 'podcast')
    await requireRight(tx, id, user, 'edit')
    const before = orNotFound(await findPodcast(tx, id), 'podcast')
    await updatePodcastRow(tx, id, locked, checkDetails(locked, edit))
    const after = orNotFound(await findPodcast(tx, id), 'podcast')
    await recordEdit(tx, user, { kind: 'podcast', sent: Object.keys(edit), before, after })
    return after
  })

/** Deletes a podcast of which the user is an owner. Throws 409 without confirmation if it has episodes. */
export const deleteOwnPodcast = (db: Db, id: string, user: Caller, isConfirmed: boolean) =>
  inTransaction(db, async (tx) => {
    orNotFound(await lockPodcast(tx, id), 'podcast')
    await requireRight(tx, id, user, 'manage')
    const podcast = orNotFound(await findPodcast(tx, id), 'podcast')
    await recordDeletion(tx, user, 'podcast', podcast)
    return deletePodcast(tx, id, isConfirmed)
  })

/** Deletes a podcast. The caller of this function has locked it and checked the permission. */
export const deletePodcast = async (tx: Tx, id: string, isConfirmed: boolean) => {
  await recordRemovedShow(tx, id)
  const episodes = await deleteEpisodesOf(tx, id)
  if (episodes.length > 0 && !isConfirmed) {
    const they = episodes.length === 1 ? 'one episode' : `${episodes.length} episodes`
    throw conflict('podcast.has_episodes', `This podcast has ${they}, which would be deleted with it. Please confirm.`)
  }
  await publishVisibility(tx, episodes, true)
  await setPicture(tx, 'cover', id, null)
  await releaseDrawnCovers(tx, id)
  await deletePodcastRow(tx, id)
  return { id, episodes: episodes.length }
}
