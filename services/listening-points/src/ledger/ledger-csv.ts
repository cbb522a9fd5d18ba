import { Readable } from 'node:stream'
import { asLine, asText, csvPages } from '@griot/service-kit/csv'
import { toPage } from '@griot/service-kit/db/cursor'
import type { Db } from '@griot/service-kit/db/db'
import { describeEntry } from './describe-entry.ts'
import { type LedgerRow, listEntries } from './history.queries.ts'
import type { EntryType } from './ledger.queries.ts'

const ROWS_AT_A_TIME = 500

const COLUMNS = ['date', 'type', 'reason', 'points', 'episode', 'podcast']

/** All entries of a user, or those of one type, as a stream. */
export const ledgerCsv = async (db: Db, userId: string, type: EntryType | undefined) => {
  const readPage = async (cursor?: string) => {
    const before = cursor === undefined ? undefined : Number(cursor)
    const rows = await listEntries(db, userId, { limit: ROWS_AT_A_TIME, type, before })
    return toPage(rows, ROWS_AT_A_TIME, (last) => String(last.number))
  }
  const pages = csvPages({ columns: COLUMNS, first: await readPage(), readPage, lineOf })
  return Readable.from(pages, { objectMode: false })
}

const lineOf = ({ createdAt, type, kind, about, points, episodeId, podcastId }: LedgerRow) =>
  asLine([createdAt, type, asText(describeEntry(kind, about)), String(points), episodeId ?? '', podcastId ?? ''])
