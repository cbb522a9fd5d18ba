import { createHash } from 'node:crypto'
import { JsonBytes } from '@griot/service-kit/answers'
import type { Page } from '@griot/service-kit/cursor'

/** The part of a call that says where the list goes on. */
interface PageCall {
  nextPage(cursor: string | null): void
}

interface Loaded {
  body: unknown
  next: string | null
}

/** An answer as it is sent. */
interface HotAnswer {
  json: JsonBytes
  next: string | null
}

interface Entry {
  answer: Promise<HotAnswer>
  bytes: number
  staleAt: number
}

// Other copies of this service write too and do not tell this one.
const FRESH_MS = 1_000
const MOST_BYTES = 8 * 1024 * 1024
/** What an entry weighs besides its answer, so that many empty lists are not for nothing. */
const ENTRY_BYTES = 512

/**
 * Answers that everybody asks for and that are the same for everybody: read and serialised once, then sent as bytes.
 * They are dropped when this process writes, and are a second old at most.
 */
export class HotAnswers {
  #entries = new Map<string, Entry>()
  #bytes = 0

  /** Answers a page of a list: from memory if it has a key, as every page has that is the same for everybody. */
  async page<Item>({ nextPage }: PageCall, key: string | null, load: () => Promise<Page<Item>>) {
    if (key === null) {
      const { items, next } = await load()
      nextPage(next)
      return items
    }
    const { json, next } = await this.#get(key, async () => {
      const { items, next } = await load()
      return { body: items, next }
    })
    nextPage(next)
    return json
  }

  /** Answers one thing that many look at, as an episode that has just come out: from memory if it has a key. */
  async one<Item>(key: string | null, load: () => Promise<Item>) {
    if (key === null) return load()
    return (await this.#get(key, async () => ({ body: await load(), next: null }))).json
  }

  /** The answer kept under this key, else the one that `load` gives; many who ask at once share one load. */
  async #get(key: string, load: () => Promise<Loaded>): Promise<HotAnswer> {
    const kept = this.#entries.get(key)
    if (kept !== undefined && kept.staleAt > performance.now()) return kept.answer
    this.#remove(key)
    const entry: Entry = { answer: load().then(serialise), bytes: 0, staleAt: performance.now() + FRESH_MS }
    this.#entries.set(key, entry)
    try {
      const answer = await entry.answer
      this.#weigh(key, entry, answer.json.bytes.length + ENTRY_BYTES)
      return answer
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#remove(key)
      throw error
    }
  }

  /** Something was written: whatever is asked for from now on is read again. */
  drop() {
    this.#entries.clear()
    this.#bytes = 0
  }

  #weigh(key: string, entry: Entry, bytes: number) {
    // Dropped while it was being read.
    if (this.#entries.get(key) !== entry) return
    entry.bytes = bytes
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#remove(oldest)
    }
  }

  #remove(key: string) {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}

const serialise = ({ body, next }: Loaded): HotAnswer => {
  const bytes = Buffer.from(JSON.stringify(body))
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { json: new JsonBytes(bytes, etag), next }
}
