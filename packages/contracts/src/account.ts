import { z } from 'zod'
import { get, remove } from './endpoint.ts'
import { Id, Timestamp } from './values.ts'

export const DELETE_WORDS = 'delete my account'

/** Row type → rows of one service. */
export const AccountPart = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))
export type AccountPart = z.infer<typeof AccountPart>

export const AccountExport = z.object({
  exportedAt: Timestamp,
  account: z.record(z.string(), z.unknown()).describe('Your identity, from the identity provider.'),
  catalog: AccountPart.describe('Creator profile, podcasts and episodes.'),
  listening: AccountPart.describe('Profile, points, history, favorites, player, badges and tips.'),
  media: AccountPart.describe('Your media files, without their audio.'),
  pictures: z
    .array(
      z.object({
        kind: z.enum(['cover', 'portrait']),
        of: Id.describe('Of the podcast, or of the creator profile.'),
        picture: z.string().nullable().describe('A `data:` URL; null if the picture was deleted during the export.'),
      }),
    )
    .describe('The pictures that you uploaded.'),
})
export type AccountExport = z.infer<typeof AccountExport>

export const ExportAccount = get('/api/account/export', 'user', {
  summary: 'Returns everything that is stored about the caller, as a download.',
  response: AccountExport,
  also: { 503: 'A service is unavailable; the export is never incomplete.' },
})

export const DeleteAccount = remove('/api/account', 'user', {
  summary:
    'Deletes the caller: ends all sessions at once and deletes their data shortly after. Ledger entries stay under an anonymous id. A show with another owner is handed over.',
  body: z.strictObject({
    confirmation: z.literal(DELETE_WORDS, { error: `Please type “${DELETE_WORDS}”.` }),
  }),
  status: 202,
  response: z.object({ deletedAt: Timestamp }),
})

export const BrowserSession = z.object({
  isCurrent: z.boolean().describe('The session of this request.'),
  signedInAt: Timestamp,
  lastUsedAt: Timestamp.describe('Up to an hour earlier than the last request.'),
})
export type BrowserSession = z.infer<typeof BrowserSession>

export const ListBrowserSessions = get('/api/account/sessions', 'user', {
  summary: 'Returns the browsers in which the caller is signed in: this one, then the others, the last used first.',
  response: z.array(BrowserSession),
})

export const EndOtherSessions = remove('/api/account/sessions', 'user', {
  summary: 'Signs the caller out in all other browsers.',
  response: z.object({ ended: z.int().min(0) }),
})
