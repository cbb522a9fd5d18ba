import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Db } from '@griot/service-kit/db/db'
import { shortHash } from '@griot/service-kit/files/short-hash'
import { isOutage, notFound, orNotFound } from '@griot/service-kit/http/errors'
import { LRUCache } from 'lru-cache'
import type { LimitFunction } from 'p-limit'
import type { ResponseCache } from '../../response-cache.ts'
import { requirePublic } from '../is-public.ts'
import type { PublicOrigin } from '../public-origin.ts'
import { changedFeeds, databaseTime, type FeedShow, readItems, readShow } from './feed.queries.ts'
import { type NotifiedServices, publicFeed } from './feed-place.ts'
import { renderFeed } from './render-feed.ts'

export interface FeedDocument {
  plain: Buffer
  gzipped: Buffer
  etag: string
  changedAt: string
}

/** A feed without its bytes: enough to answer a poll. */
interface KnownFeed {
  kind: 'feed'
  changedAt: string
  /** Of each page. */
  etags: string[]
}

interface MovedFeed {
  kind: 'moved'
  changedAt: string
  url: string
}

export type Known = KnownFeed | MovedFeed

// Other instances write too. In this process a write leads to a check at once.
const CHECK_MS = 1_000
const MAX_KNOWN = 100_000
const MAX_BYTES = 64 * 1024 * 1024

interface Options {
  db: Db
  cache: Pick<ResponseCache, 'clearedAt'>
  publicOrigin: PublicOrigin
  notified: NotifiedServices
  /** Of feeds that are built at once: each holds a whole feed in several forms. */
  limit: LimitFunction
}

/**
 * Feeds by podcast and revision, which is the time of the last change. A poll reads no row of its feed: one query a second
 * asks for the changes of all feeds.
 */
export const createFeedStore = ({ db, cache, publicOrigin, notified, limit }: Options) => {
  const known = new LRUCache<string, Known>({
    max: MAX_KNOWN,
    fetchMethod: (id) => load(id),
    // A load during which its feed changes still returns to its callers, but is not stored.
    ignoreFetchAbort: true,
  })
  const documents = new LRUCache<string, FeedDocument>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ plain, gzipped }) => plain.length + gzipped.length,
  })
  const freshen = createFreshen(db, cache, (id, changedAt) => {
    // Not a load that runs: the next check reports the change again.
    const stored = known.get(id)
    if (stored !== undefined && stored.changedAt !== changedAt) known.delete(id)
  })

  const build = (show: FeedShow): Promise<FeedDocument[]> =>
    limit(async () => {
      const { id, changedAt } = show
      const items = await readItems(db, id)
      if (items.length === 0) throw notFound('podcast')
      const rendered = await renderFeed(show, items, publicFeed(publicOrigin, notified, id))
      const pages = await Promise.all(rendered.map((text) => encode(text, changedAt)))
      for (const [index, page] of pages.entries()) documents.set(`${id} ${index + 1}`, page)
      return pages
    })

  const load = async (id: string): Promise<Known> => {
    const show = await readShow(db, id)
    // Permanent, also after the episodes were deleted here.
    if (show?.newFeedUrl && !show.isHidden) return { kind: 'moved', changedAt: show.changedAt, url: show.newFeedUrl }
    await requirePublic(db, 'podcast', id)
    if (show === undefined) throw notFound('podcast')
    return { kind: 'feed', changedAt: show.changedAt, etags: (await build(show)).map(({ etag }) => etag) }
  }

  return {
    /** Throws 404 or 410. */
    async find(id: string) {
      await freshen()
      return known.forceFetch(id)
    },

    /** A page of a feed that was found. */
    async document(id: string, page: number, etag: string): Promise<FeedDocument> {
      const stored = documents.get(`${id} ${page}`)
      if (stored?.etag === etag) return stored
      const show = orNotFound(await readShow(db, id), 'podcast')
      return orNotFound((await build(show))[page - 1], 'page')
    },
  }
}
const encode = async (text: string, changedAt: string): Promise<FeedDocument> => {
  const plain = Buffer.from(text)
  return { plain, gzipped: await promisify(gzip)(plain), etag: shortHash(plain), changedAt }
}

/** Returns a function that reports the changes since its last call, at most once a second. Parallel calls share a query. */
const createFreshen = (
  db: Db,
  cache: Pick<ResponseCache, 'clearedAt'>,
  onChanged: (id: string, changedAt: string | null) => void,
) => {
  /** By the clock of the database. */
  let since: string | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  const check = async () => {
    const now = await databaseTime(db)
    const changes = since === undefined ? [] : await changedFeeds(db, since)
    since = now
    for (const { id, changedAt } of changes) onChanged(id, changedAt)
  }
  const checkAfter = async (earlier: Promise<void> | undefined) => {
    await earlier
    // Without a database nothing changes, and known feeds are still served.
    await check().catch((error: unknown) => {
      if (!isOutage(error)) throw error
    })
  }
  return async () => {
    const isDue = performance.now() - startedAt >= CHECK_MS || cache.clearedAt >= startedAt
    if (isDue) {
      startedAt = performance.now()
      // A check that runs already may have read before the change.
      running = checkAfter(running?.catch(() => {}))
    }
    await running
  }
}
