import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { seesUnpublished } from '../catalog.ts'

/** The podcast, if the viewer may see it: a hidden one is visible to its host and to admins. Throws 404 otherwise. */
export const requireVisible = <Shown extends Pick<Podcast, 'hostId' | 'hiddenReason'>>(
  podcast: Shown | undefined,
  viewer: Caller | null,
): Shown => {
  if (podcast === undefined) throw notFound('podcast')
  if (podcast.hiddenReason !== undefined && !seesUnpublished(podcast.hostId, viewer)) throw notFound('podcast')
  return podcast
}
