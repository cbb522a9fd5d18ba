import { z } from 'zod'
import { Id, idList, text } from '../values.ts'

export const HostFilter = z
  .union([z.literal('me'), Id])
  .optional()
  .describe('Only what this creator hosts; `me` is the caller.')

export const Search = text(200).optional()
export const Ids = idList(100).optional().describe('Only these; ids that there are none of are left out.')

/** Of a call that removes something others still hold on to. */
export const Confirmation = z.object({
  confirm: z.literal('true').optional().describe('Do it although something else goes with it.'),
})
