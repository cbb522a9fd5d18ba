import { Readable } from 'node:stream'
import type { Db } from '@griot/service-kit/db/db'
import { asLine, asText, BYTE_ORDER_MARK } from '@griot/service-kit/http/csv'
import { describeEntry } from './describe-entry.ts'
import { type LedgerRow, listEntries } from './history.queries.ts'
import type { EntryType } from './ledger.queries.ts'

const ROWS_AT_A_TIME = 500

/** All entries of a user, or those of one type, as a stream: a long ledger is never in memory as a whole. */
export const ledgerCsv = (db: Db, userId: string, type: EntryType | undefined) =>
  Readable.from(linesOf(db, userId, type), { objectMode: false })

async function* linesOf(db: Db, userId: string, type: EntryType | undefined) {
  yield `${BYTE_ORDER_MARK}${asLine(['date', 'type', 'reason', 'points', 'episode', 'podcast'])}`
  let before: number | undefined
  do {
    const rows: LedgerRow[] = await listEntries(db, userId, { limit: ROWS_AT_A_TIME, type, before })
    const page = rows.slice(0, ROWS_AT_A_TIME)
    yield page.map(lineOf).join('')
    before = rows.length > ROWS_AT_A_TIME ? page.at(-1)?.number : undefined
  } while (before !== undefined)
}

const lineOf = ({ createdAt, type, kind, about, points, episodeId, podcastId }: LedgerRow) =>
  asLine([createdAt, type, asText(describeEntry(kind, about)), String(points), episodeId ?? '', podcastId ?? ''])
