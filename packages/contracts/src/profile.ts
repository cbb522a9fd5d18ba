import { z } from 'zod'
import { get, put } from './endpoint.ts'
import { requiredText } from './values.ts'

export const MAX_NAME_CHARACTERS = 50

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

// Marks that change the writing direction, or many marks on one letter, would distort the rows around the name.
const isOneReadableLine = (name: string) =>
  /[\p{L}\p{N}]/u.test(name.replaceAll(INVISIBLE, '')) && !/[\t\n\r\p{Zl}\p{Zp}\p{Bidi_C}]|\p{M}{5}/u.test(name)

const isAddress = (name: string) => /\S@\S+\.\S/.test(name)

const DisplayName = requiredText(MAX_NAME_CHARACTERS, 'Please enter a name.')
  .refine(isOneReadableLine, 'Please use letters or numbers, on one line.')
  .refine((name) => !isAddress(name), 'Please use a name instead of an e-mail address: everyone can read it.')

export const Profile = z.object({
  displayName: z
    .string()
    .nullable()
    .describe('The name on the leaderboard. No other user has the same or a similar name. Null: anonymous.'),
  hidePoints: z.boolean().describe('The pages show the user no points. The ledger continues.'),
  shownBadges: z.array(z.string()).describe('Ids of the badges beside the name, in display order.'),
  badgeSlots: z.number().int().describe('The number of badges that can be shown beside the name.'),
})
export type Profile = z.infer<typeof Profile>

export const GetProfile = get('/api/user/:id/profile', 'user', {
  summary: 'Returns how the caller appears to others, and whether points are hidden.',
  response: Profile,
})

export const SaveProfile = put('/api/user/:id/profile', 'user', {
  summary: 'Changes how the caller appears to others. Badges must be earned and fit into the slots.',
  body: z.strictObject({
    displayName: DisplayName.nullable(),
    hidePoints: z.boolean(),
    shownBadges: z
      .array(z.string().max(64))
      .max(10)
      .refine((ids) => new Set(ids).size === ids.length, 'Please name each badge once.'),
  }),
  response: Profile,
  also: {
    409: 'Another user has that display name or a similar one.',
    422: 'That display name is reserved.',
  },
})
