import type { PodcastEdit } from '@griot/contracts/catalog/podcasts'
import { type Db, inTransaction } from '@griot/service-kit/db'
import { conflict, notFound } from '@griot/service-kit/errors'
import type { z } from 'zod'
import { tellDeleted } from '../episodes/publishing.queries.ts'
import { showPicture } from '../pictures/pictures.queries.ts'
import {
  changePodcast,
  countEpisodes,
  deleteEpisodesOf,
  deletePodcastRow,
  lockPodcast,
} from './podcast-changes.queries.ts'

/** Changes a podcast of this host. */
export const updatePodcast = (db: Db, id: string, hostId: string, edit: z.output<typeof PodcastEdit>) =>
  inTransaction(db, async (tx) => {
    const before = await lockPodcast(tx, id, hostId)
    if (before === undefined) throw notFound('podcast')
    await changePodcast(tx, id, before, edit)
  })

/** Deletes a podcast of this host; with its episodes only when that is meant. */
export const deletePodcast = (db: Db, id: string, hostId: string, isConfirmed: boolean) =>
  inTransaction(db, async (tx) => {
    if ((await lockPodcast(tx, id, hostId)) === undefined) throw notFound('podcast')
    const episodes = await countEpisodes(tx, id)
    if (episodes > 0 && !isConfirmed) {
      const they = episodes === 1 ? 'one episode, which' : `${episodes} episodes, which`
      throw conflict('podcast.has_episodes', `This podcast has ${they} would be deleted with it. Please confirm.`)
    }
    await tellDeleted(tx, await deleteEpisodesOf(tx, id))
    await showPicture(tx, 'cover', id, null)
    await deletePodcastRow(tx, id)
    return { id, episodes }
  })
