import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import type { Queryable } from '@griot/service-kit/db/db'
import { notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { mayRead } from '../members/access.ts'

/**
 * The podcast, if the viewer may see it: members and admins also see one that is hidden or has no published, playable
 * episode. Throws 404 otherwise.
 */
export const requireVisible = async <Shown extends Pick<FullPodcast, 'id' | 'isListed'>>(
  from: Queryable,
  podcast: Shown | undefined,
  viewer: Caller | null,
): Promise<Shown> => {
  if (podcast === undefined) throw notFound('podcast')
  if (!podcast.isListed && !(await mayRead(from, podcast.id, viewer))) throw notFound('podcast')
  return podcast
}
