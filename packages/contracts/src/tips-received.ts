import { z } from 'zod'
import { get } from './endpoint.ts'
import { Id, page } from './values.ts'

/** Pledges are promises without a payment; settled tips were paid. */
const TipSums = z.object({
  pledges: z.number().int().describe('The number of pledges. Nothing was paid for them.'),
  pledgedCents: z.number().int().describe('In cents of US dollars.'),
  payments: z.number().int().describe('The number of settled tips.'),
  paidCents: z.number().int().describe('In cents of US dollars.'),
})

export const ReceivedTips = TipSums.extend({
  day: z.iso.date().nullable().describe('In UTC; null if the list is by episode.'),
  podcastId: Id,
  episodeId: Id.nullable().describe('Null for tips to the show.'),
})
export type ReceivedTips = z.infer<typeof ReceivedTips>

export const ListReceivedTips = get('/api/user/:id/tips-received', 'user', {
  summary:
    'Lists what was pledged and paid to the shows of the caller: for each day and episode, the newest day first; or for each episode, the largest sum first.',
  query: page(50).extend({ by: z.enum(['day', 'episode']).default('day') }),
  response: z.array(ReceivedTips),
})

export const GetReceivedTotals = get('/api/user/:id/tips-received/totals', 'user', {
  summary: 'Returns the sums of everything that was pledged and paid to the caller.',
  response: TipSums,
})

export const DownloadReceivedTips = get('/api/user/:id/tips-received.csv', 'user', {
  summary: 'Returns what was pledged and paid to the caller as CSV, for each day and episode.',
  responseType: 'text/csv',
})
