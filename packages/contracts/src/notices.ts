import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { Id, page, Timestamp } from './values.ts'

/** A message of the product to a user. */
export const Notice = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  link: z.string().nullable().describe('Path of the page that the message is about.'),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
})
export type Notice = z.infer<typeof Notice>

/** More unread notices are not counted. */
export const MAX_UNREAD = 100

export const ListNotices = get('/api/notices', 'user', {
  summary: 'Lists the messages of the product to the caller, newest first.',
  query: page(50),
  response: z.array(Notice),
})

export const CountUnreadNotices = get('/api/notices/unread', 'user', {
  summary: `Returns the number of unread messages, at most ${MAX_UNREAD}.`,
  response: z.object({ count: z.number().int() }),
})

export const ReadNotices = post('/api/notices/read', 'user', {
  summary: 'Marks messages as read. A repeated call changes nothing.',
  body: z.strictObject({ until: Timestamp.describe('Marks the messages that are not newer.') }),
  response: z.object({ count: z.number().int().describe('Messages that are still unread.') }),
})
