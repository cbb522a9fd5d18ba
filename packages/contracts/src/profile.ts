import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { requiredText, UserParams } from './values.ts'

export const MOST_NAME_CHARACTERS = 50

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

// Marks that turn the direction of writing, or pile up on one letter, would let a name rearrange the rows around it.
const isOneReadableLine = (name: string) =>
  /[\p{L}\p{N}]/u.test(name.replaceAll(INVISIBLE, '')) && !/[\t\n\r\p{Zl}\p{Zp}\p{Bidi_C}]|\p{M}{5}/u.test(name)

const isAddress = (name: string) => /\S@\S+\.\S/.test(name)

const DisplayName = requiredText(MOST_NAME_CHARACTERS, 'Please enter a name.')
  .refine(isOneReadableLine, 'Please use letters or numbers, on one line.')
  .refine((name) => !isAddress(name), 'Please use a name instead of an e-mail address: everyone can read it.')

export const Profile = z.object({
  displayName: z
    .string()
    .nullable()
    .describe('Shown on the leaderboard, and nobody else has it or one that looks like it; null is anonymous.'),
  hidePoints: z.boolean().describe('The person wants to see no points. The ledger keeps running.'),
  shownBadges: z.array(z.string()).describe('Ids of the badges beside the name, in their order.'),
  badgeSlots: z.number().int().describe('How many badges may stand beside the name.'),
})
export type Profile = z.infer<typeof Profile>

export const GetProfile = {
  method: 'GET',
  path: '/api/user/:id/profile',
  access: 'user',
  summary: 'How one appears to others, and whether one sees points.',
  params: UserParams,
  response: Profile,
} as const satisfies Endpoint

export const SaveProfile = {
  method: 'PUT',
  path: '/api/user/:id/profile',
  access: 'user',
  summary: 'Says how one wants to appear. Badges must be earned, and fit the slots.',
  params: UserParams,
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
    409: 'Somebody else has that display name, or one that looks like it.',
    422: 'That display name is reserved.',
  },
} as const satisfies Endpoint
