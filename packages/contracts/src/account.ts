import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Id, Timestamp } from './values.ts'

/** What somebody types before their account goes. */
export const DELETE_WORDS = 'delete my account'

/** Rows under the name of what they are, as one service keeps them. */
export const AccountPart = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))
export type AccountPart = z.infer<typeof AccountPart>

export const AccountExport = z.object({
  exportedAt: Timestamp,
  account: z.record(z.string(), z.unknown()).describe('Who you are, as the identity provider has said it.'),
  catalog: AccountPart.describe('Creator profile, podcasts and episodes.'),
  listening: AccountPart.describe('Profile, points, history, favorites, badges and tips.'),
  media: AccountPart.describe('Your recordings, without their sound.'),
  pictures: z
    .array(
      z.object({
        kind: z.enum(['cover', 'portrait']),
        of: Id.describe('Of the podcast, or of the creator profile.'),
        picture: z
          .string()
          .nullable()
          .describe('As an address that browsers open, `data:…`; null when it was taken away while this was written.'),
      }),
    )
    .describe('The pictures that you uploaded.'),
})
export type AccountExport = z.infer<typeof AccountExport>

export const ExportAccount = {
  method: 'GET',
  path: '/api/account/export',
  access: 'user',
  summary: 'Everything that is kept about the signed-in person, as a file to download.',
  response: AccountExport,
  also: { 503: 'A part of it cannot be read right now; nothing is left out silently.' },
} as const satisfies Endpoint

export const DeleteAccount = {
  method: 'DELETE',
  path: '/api/account',
  access: 'user',
  summary:
    'Deletes the signed-in person: they are signed out everywhere at once, and everything of theirs is removed within moments. Entries of the ledger stay, under an id that is nobody’s any more.',
  body: z.strictObject({
    confirmation: z.literal(DELETE_WORDS, { error: `Please type “${DELETE_WORDS}”.` }),
  }),
  status: 202,
  response: z.object({ deletedAt: Timestamp }),
} as const satisfies Endpoint
