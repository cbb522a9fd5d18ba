import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Queryable } from '@griot/service-kit/db/db'
import { notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { seesUnpublished } from '../catalog.ts'
import { findEpisode } from './episodes.queries.ts'

/** An unpublished or hidden episode is visible to its host and to admins. */
const maySee = (user: Caller | null, { status, hiddenReason, hostId }: Episode) =>
  (status === 'published' && hiddenReason === undefined) || seesUnpublished(hostId, user)

/** The episode, if the viewer may see it. Throws 404 otherwise. */
export const requireEpisode = async (from: Queryable, id: string, viewer: Caller | null) => {
  const episode = await findEpisode(from, id)
  if (episode === undefined || !maySee(viewer, episode)) throw notFound('episode')
  return episode
}
