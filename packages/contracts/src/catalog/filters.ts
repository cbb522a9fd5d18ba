import { z } from 'zod'
import { Id, idList, text } from '../values.ts'

export const HostFilter = z
  .union([z.literal('me'), Id])
  .optional()
  .describe('Only of this creator; `me` is the caller.')

export const Search = text(200).optional()
export const Ids = idList(100).optional().describe('Only these; unknown ids are ignored.')

export const Confirmation = z.object({
  confirm: z.literal('true').optional().describe('Confirms the deletion although it affects other data.'),
})
