import type { Endpoint } from '@griot/contracts/endpoint'
import type { Db, Queryable } from '@griot/service-kit/db/db'
import type { FetchPublic } from '@griot/service-kit/fetch/fetch-public'
import { AppError, unauthenticated } from '@griot/service-kit/http/errors'
import type { Call } from '@griot/service-kit/http/parse-request'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { NotifiedServices } from './public/feed/feed-place.ts'
import type { PublicOrigin } from './public/public-origin.ts'
import type { ResponseCache } from './response-cache.ts'

/** The dependencies of this service's operations. */
export interface Catalog {
  db: Db
  cache: ResponseCache
  /** Stores uploaded pictures. */
  store: ObjectStore
  /** Base address of the media service. */
  mediaUrl: string
  /** Whether invitations are sent by e-mail. */
  sendsMail: boolean
  /** The origin of public addresses, such as those in feeds. */
  publicOrigin: PublicOrigin
  /** The name on every page. */
  productName: string
  notified: NotifiedServices
  /** Fetches addresses that users give. */
  fetchPublic: FetchPublic
}

/** The host whose podcasts or episodes a list contains: `me` is the caller. 401 if a visitor asks for `me`. */
export const hostFilter = (hostId: string | undefined, user: Caller | null) => {
  if (hostId !== 'me') return hostId
  if (user === null) throw unauthenticated()
  return user.id
}

/** By default a list has 50 rows, or all rows of its `ids`. */
export const limitOf = ({ limit, ids }: { limit?: number | undefined; ids?: string[] | undefined }) =>
  limit ?? ids?.length ?? 50

export const isNotFound = (error: unknown) => error instanceof AppError && error.status === 404

/** Responds from the cache with an item that everyone may see; reads any other item for each caller. */
export const respondIfVisible = async <Item>(
  { db, cache }: Pick<Catalog, 'db' | 'cache'>,
  call: Pick<Call<Endpoint>, 'header'> & { user: Caller | null },
  key: string,
  read: (from: Queryable, viewer: Caller | null) => Promise<Item>,
) => {
  try {
    return await cache.item(call, key, (from) => read(from, null))
  } catch (error) {
    if (call.user === null || !isNotFound(error)) throw error
    return read(db, call.user)
  }
}

interface ListQuery {
  hostId?: string | undefined
  scope?: 'studio' | undefined
}

export interface ListScope {
  hostId?: string | undefined
  /** Only podcasts of which this user is a member. */
  memberId?: string | undefined
  /** The rows contain the role of this user. */
  viewerId?: string | undefined
  includesUnpublished: boolean
}

/** The rows of a list, by default those of all hosts, and whether it includes what is not published. */
export const listScope = ({ hostId, scope }: ListQuery, user: Caller | null): ListScope => {
  if (scope === 'studio' || hostId === 'me') {
    if (user === null) throw unauthenticated()
    const isOfAll = scope === 'studio' && user.isAdmin
    return { viewerId: user.id, includesUnpublished: true, ...(!isOfAll && { memberId: user.id }) }
  }
  return { hostId, includesUnpublished: hostId !== undefined && user !== null && (user.isAdmin || user.id === hostId) }
}
