import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { Id, Points, page, Timestamp } from './values.ts'

export const UnusualEarner = z.object({
  id: Id,
  userId: Id,
  displayName: z.string().nullable().describe('The name on the leaderboard, if the listener has chosen one.'),
  totalPoints: Points,
  reason: z
    .enum(['points_per_hour', 'bonuses_per_day', 'episodes_of_one_host', 'listeners_of_one_address'])
    .describe(
      '`points_per_hour`: points for listening within an hour of the clock, at most. `bonuses_per_day`: starts or ' +
        'completions that earned points in a day (UTC), whichever are more. `listeners_of_one_address`: users with an ' +
        'open session from the same address, when the session started.',
    ),
  found: z.number().int(),
  allowed: z.number().int().describe('More than this is reported.'),
  createdAt: Timestamp.describe('When the daily report first listed it.'),
  heldAt: Timestamp.nullable().describe('Since then the listener earns no points for listening; null without a hold.'),
})
export type UnusualEarner = z.infer<typeof UnusualEarner>

export const ListUnusualEarners = get('/api/admin/points/unusual', 'admin', {
  summary: 'Lists the listeners that the daily reports of the last 30 days list, newest first.',
  query: page(50),
  response: z.array(UnusualEarner),
})

const Hold = z.object({ userId: Id, heldAt: Timestamp.nullable() })
const also = { 404: 'The user has never listened.' }

export const HoldPoints = post('/api/admin/points/:id/hold', 'admin', {
  summary: 'Credits no points for listening to a user until the hold is released. A repeated call changes nothing.',
  response: Hold,
  also,
})

export const ReleasePoints = post('/api/admin/points/:id/release', 'admin', {
  summary: 'Releases the hold of a user: listening earns points again. A repeated call changes nothing.',
  response: Hold,
  also,
})
