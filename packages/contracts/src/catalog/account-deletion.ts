import { z } from 'zod'
import { get } from '../endpoint.ts'
import { Id, page } from '../values.ts'

export const ShowOfAccount = z.object({
  id: Id,
  title: z.string(),
  newHostName: z.string().nullable().describe('The owner who becomes the host; null: the show is deleted.'),
})

export const ListShowsOfAccount = get('/api/account-deletion/shows', 'user', {
  summary: 'Lists the shows of which the caller is the host, and what the deletion of the account does to each.',
  query: page(50),
  response: z.array(ShowOfAccount),
})
