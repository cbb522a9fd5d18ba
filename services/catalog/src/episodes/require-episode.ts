import type { Queryable } from '@griot/service-kit/db/db'
import { notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { mayRead } from '../members/access.ts'
import { findEpisode, isShownToAll } from './episodes.queries.ts'

/** The episode, if the viewer may see it: members of the show and admins see all. Throws 404 otherwise. */
export const requireEpisode = async (from: Queryable, id: string, viewer: Caller | null) => {
  const episode = await findEpisode(from, id)
  if (episode === undefined) throw notFound('episode')
  const maySee = (await isShownToAll(from, id)) || (await mayRead(from, episode.podcastId, viewer))
  if (!maySee) throw notFound('episode')
  return episode
}
