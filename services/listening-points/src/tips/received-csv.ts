import { Readable } from 'node:stream'
import type { ReceivedTips } from '@griot/contracts/tips-received'
import { asLine, csvPages } from '@griot/service-kit/csv'
import type { Db } from '@griot/service-kit/db/db'
import { pageByDay } from './received.queries.ts'

const ROWS_AT_A_TIME = 500
const COLUMNS = ['day', 'podcast', 'episode', 'pledges', 'pledged_usd', 'payments', 'paid_usd']

/** Everything that a user received, by day and episode, as a stream. */
export const receivedCsv = async (db: Db, userId: string) => {
  const readPage = (cursor?: string) => pageByDay(db, userId, { limit: ROWS_AT_A_TIME, cursor })
  const pages = csvPages({ columns: COLUMNS, first: await readPage(), readPage, lineOf })
  return Readable.from(pages, { objectMode: false })
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

const lineOf = ({ day, podcastId, episodeId, pledges, pledgedCents, payments, paidCents }: ReceivedTips) =>
  asLine([
    ...[day ?? '', podcastId, episodeId ?? ''],
    ...[String(pledges), dollars(pledgedCents), String(payments), dollars(paidCents)],
  ])
