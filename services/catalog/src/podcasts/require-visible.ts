import type { Podcast } from '@griot/contracts/catalog/podcasts'
import type { Queryable } from '@griot/service-kit/db/db'
import { notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { mayRead } from '../members/access.ts'

/** The podcast, if the viewer may see it: a hidden one is visible to its members and to admins. Throws 404 otherwise. */
export const requireVisible = async <Shown extends Pick<Podcast, 'id' | 'hiddenReason'>>(
  from: Queryable,
  podcast: Shown | undefined,
  viewer: Caller | null,
): Promise<Shown> => {
  if (podcast === undefined) throw notFound('podcast')
  if (podcast.hiddenReason !== undefined && !(await mayRead(from, podcast.id, viewer))) throw notFound('podcast')
  return podcast
}
