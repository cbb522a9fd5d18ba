import { z } from 'zod'
import { idList, Limit, text } from '../values.ts'

export const Search = text(200).optional()
export const Ids = idList(100).optional().describe('Only these; unknown ids are ignored.')
export const LimitOrIds = Limit.optional().describe('By default 50, or the number of `ids`.')

export const Confirmation = z.object({
  confirm: z.literal('true').optional().describe('Confirms the deletion although it affects other data.'),
})

/** The lists of the studio include what is not published or listed. */
export const Scope = z.literal('studio').optional()

/** Further response of a change by a member. */
export const NO_RIGHT = { 403: 'The role of the caller in the show does not allow it.' }
