import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Queryable } from '@griot/service-kit/db/db'
import { notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { mayRead } from '../members/access.ts'
import { findEpisode } from './episodes.queries.ts'

/** An unpublished or hidden episode is visible to members of the show and to admins. */
const maySee = async (from: Queryable, user: Caller | null, { status, hiddenReason, podcastId }: Episode) =>
  (status === 'published' && hiddenReason === undefined) || mayRead(from, podcastId, user)

/** The episode, if the viewer may see it. Throws 404 otherwise. */
export const requireEpisode = async (from: Queryable, id: string, viewer: Caller | null) => {
  const episode = await findEpisode(from, id)
  if (episode === undefined || !(await maySee(from, viewer, episode))) throw notFound('episode')
  return episode
}
