import { createHash } from 'node:crypto'
import type { Endpoint } from '@griot/contracts/endpoint'
import type { Page } from '@griot/service-kit/db/cursor'
import type { Queryable } from '@griot/service-kit/db/db'
import type { Call } from '@griot/service-kit/http/parse-request'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { EncodedResponse } from '@griot/service-kit/http/responses'
import { LRUCache } from 'lru-cache'

interface Unserialized {
  items: unknown
  /** Cursor of the next page; null for an item and on the last page. */
  next: string | null
}

interface Loaded extends Pick<Unserialized, 'next'> {
  body: EncodedResponse
  /** By the monotonic clock, in milliseconds. */
  startedAt: number
}

type Reader = Pick<Call<Endpoint>, 'header'>

// Other instances of this service write too and do not notify this one.
const TTL_MS = 1_000
const MAX_BYTES = 8 * 1024 * 1024
/** Added to each entry's size, so that empty lists count too. */
const ENTRY_BYTES = 512

/**
 * Reads through a cache of serialized responses. Parallel requests share one load. This process clears the cache when it
 * writes; after a write of another instance a response is at most one second old. A user who has just written gets what
 * was loaded from the primary database since.
 */
export class ResponseCache {
  readonly #db: Queryable
  readonly #responses: LRUCache<string, Loaded, () => Promise<Unserialized>>
  readonly #replica: Queryable
  /** By the monotonic clock, in milliseconds. */
  clearedAt = Number.NEGATIVE_INFINITY

  /** Reads the replica if there is one, else the primary. */
  constructor({ db, replica = db }: { db: Queryable; replica?: Queryable | undefined }, ttlMs = TTL_MS) {
    this.#db = db
    this.#replica = replica
    this.#responses = new LRUCache({
      ttl: ttlMs,
      maxSize: MAX_BYTES,
      sizeCalculation: ({ body }, key) => key.length + body.bytes.length + ENTRY_BYTES,
      fetchMethod: async (_key, _stale, { context: load }) => {
        const startedAt = performance.now()
        return serialize(await load(), startedAt)
      },
      // A load during which `clear` runs still returns to its callers, but is not stored.
      ignoreFetchAbort: true,
    })
  }

  /** Responds with a page of a list. The filter must identify the page for every caller. */
  async page<Filter, Item>(
    call: Reader & Pick<Call<Endpoint>, 'nextPage'>,
    list: string,
    filter: Filter,
    load: (from: Queryable, filter: Filter) => Promise<Page<Item>>,
  ) {
    const { body, next } = await this.#read(call, `${list} ${JSON.stringify(filter)}`, (from) => load(from, filter))
    call.nextPage(next)
    return body
  }

  /** Responds with one item, which must be the same for every caller. */
  async item<Item>(call: Reader, key: string, load: (from: Queryable) => Promise<Item>) {
    return (await this.#read(call, key, async (from) => ({ items: await load(from), next: null }))).body
  }

  /** Returns bytes, such as a rendered page, which must be the same for every caller. */
  async bytes(key: string, load: (from: Queryable) => Promise<Buffer>) {
    const item = async (from: Queryable) => ({ items: await load(from), next: null })
    return (await this.#read({ header: () => undefined }, key, item)).body
  }

  clear() {
    this.clearedAt = performance.now()
    this.#responses.clear()
  }

  async #read(call: Reader, key: string, load: (from: Queryable) => Promise<Unserialized>) {
    const sinceWrite = call.header(READ_YOUR_WRITES_HEADER)
    if (sinceWrite === undefined) {
      const name = this.#replica === this.#db ? key : `replica ${key}`
      return this.#responses.forceFetch(name, { context: () => load(this.#replica) })
    }
    const writtenAt = performance.now() - Number(sinceWrite)
    const options = { context: () => load(this.#db) }
    const shared = await this.#responses.forceFetch(key, options).catch(() => undefined)
    if (shared !== undefined && shared.startedAt >= writtenAt) return shared
    // This was stored, or running, before the write. A load that is running now has started since.
    return this.#responses.forceFetch(key, { ...options, forceRefresh: true })
  }
}

const serialize = ({ items, next }: Unserialized, startedAt: number): Loaded => {
  const bytes = Buffer.isBuffer(items) ? items : Buffer.from(JSON.stringify(items))
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { body: new EncodedResponse(bytes, etag), next, startedAt }
}
