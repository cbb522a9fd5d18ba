import { Readable } from 'node:stream'
import type { ReceivedTips } from '@griot/contracts/tips-received'
import type { Db } from '@griot/service-kit/db/db'
import { asLine, BYTE_ORDER_MARK } from '@griot/service-kit/http/csv'
import { episodeKey, receivedByDay } from './received.queries.ts'

const ROWS_AT_A_TIME = 500
const HEAD = ['day', 'podcast', 'episode', 'pledges', 'pledged_usd', 'payments', 'paid_usd']

/** Everything that a user received, by day and episode, as a stream: a long list is never in memory as a whole. */
export const receivedCsv = (db: Db, userId: string) => Readable.from(linesOf(db, userId), { objectMode: false })

async function* linesOf(db: Db, userId: string) {
  yield `${BYTE_ORDER_MARK}${asLine(HEAD)}`
  let after: [string, string, string] | undefined
  do {
    const rows: ReceivedTips[] = await receivedByDay(db, userId, { limit: ROWS_AT_A_TIME, after })
    const page = rows.slice(0, ROWS_AT_A_TIME)
    yield page.map(lineOf).join('')
    const last = rows.length > ROWS_AT_A_TIME ? page.at(-1) : undefined
    after = last && [last.day ?? '', last.podcastId, episodeKey(last)]
  } while (after !== undefined)
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

const lineOf = ({ day, podcastId, episodeId, pledges, pledgedCents, payments, paidCents }: ReceivedTips) =>
  asLine([
    ...[day ?? '', podcastId, episodeId ?? ''],
    ...[String(pledges), dollars(pledgedCents), String(payments), dollars(paidCents)],
  ])
