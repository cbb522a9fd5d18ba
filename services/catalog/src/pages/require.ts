import type { Queryable } from '@griot/service-kit/db/db'
import { orNotFound } from '@griot/service-kit/http/errors'
import { requirePublic } from '../public/is-public.ts'
import { findPublicEpisode, findPublicShow } from './pages.queries.ts'

/** A show that is public. Throws 404 or 410 for another one. */
export const requireShow = async (from: Queryable, given: unknown) => {
  const id = await requirePublic(from, 'podcast', given)
  return orNotFound(await findPublicShow(from, id), 'podcast')
}

/** An episode that is public. Throws 404 or 410 for another one. */
export const requireEpisode = async (from: Queryable, given: unknown) => {
  const id = await requirePublic(from, 'episode', given)
  return orNotFound(await findPublicEpisode(from, id), 'episode')
}
