import { createHash } from 'node:crypto'
import type { PointsHistoryEntry } from '@griot/contracts/points'
import { JsonBytes } from '@griot/service-kit/answers'
import { defineCursor, toPage } from '@griot/service-kit/cursor'
import type { Db } from '@griot/service-kit/db'
import { gather } from '@griot/service-kit/gather'
import { z } from 'zod'
import { describeEntry } from '../rules/sentences.ts'
import type { EntryType } from './entry.ts'
import { type LedgerRow, listVersionedEntries, readVersions } from './history.queries.ts'

export interface HistoryQuery {
  limit: number
  type?: EntryType | undefined
  cursor?: string | undefined
}

export interface HistoryPage {
  json: JsonBytes
  /** Cursor of the rest; null when this is all. */
  next: string | null
}

interface Kept extends HistoryPage {
  version: number
}

const MOST_BYTES = 8 * 1024 * 1024
const ByNumber = defineCursor(z.number().int().min(1))

/**
 * Pages of ledgers as they are sent, kept for whoever looks again. A kept page is never older than the question: whether
 * the ledger has grown since is asked of the database each time, together for all who ask. Only that is cheap.
 */
export const createHistoryPages = (db: Db) => {
  const kept = new Map<string, Kept>()
  let bytes = 0
  const readVersion = gather({
    work: (userIds: string[]) => readVersions(db, userIds),
    keyOf: (userId) => userId,
    merge: (userId) => userId,
  })

  const forget = (key: string) => {
    bytes -= kept.get(key)?.json.bytes.length ?? 0
    kept.delete(key)
  }

  const keep = (key: string, page: Kept) => {
    forget(key)
    kept.set(key, page)
    bytes += page.json.bytes.length
    for (const oldest of kept.keys()) {
      if (bytes <= MOST_BYTES) break
      forget(oldest)
    }
  }

  return async (userId: string, { limit, type, cursor }: HistoryQuery): Promise<HistoryPage> => {
    const before = ByNumber.read(cursor)
    const key = `${userId} ${type ?? ''} ${limit} ${before ?? ''}`
    const known = kept.get(key)
    if (known !== undefined && known.version === (await readVersion(userId))) return known

    const { version, entries } = await listVersionedEntries(db, userId, { limit, type, before })
    const { items, next } = toPage(entries, limit, ({ number }) => ByNumber.write(number))
    const page = { version, next, json: serialise(items.map(asHistoryEntry)) }
    keep(key, page)
    return page
  }
}

const asHistoryEntry = ({ kind, about, number: _, ...row }: LedgerRow): PointsHistoryEntry => ({
  ...row,
  description: describeEntry(kind, about),
})

const serialise = (entries: PointsHistoryEntry[]) => {
  const bytes = Buffer.from(JSON.stringify(entries))
  return new JsonBytes(bytes, `"${createHash('sha1').update(bytes).digest('base64url')}"`)
}
