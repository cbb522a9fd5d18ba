import { Readable } from 'node:stream'
import type { Db } from '@griot/service-kit/db'
import { describeEntry } from '../rules/sentences.ts'
import type { EntryType } from './entry.ts'
import { type LedgerRow, listEntries } from './history.queries.ts'

const ROWS_AT_A_TIME = 500
// Spreadsheets take a file for UTF-8 only by this.
const BYTE_ORDER_MARK = '\ufeff'

/** A person's whole ledger, or one heading of it, row by row: it never stands in memory as a whole. */
export const ledgerAsCsv = (db: Db, userId: string, type: EntryType | undefined) =>
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

/** Text that begins like a formula is run by spreadsheets, and titles are written by anyone. */
const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const asLine = (cells: string[]) => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
