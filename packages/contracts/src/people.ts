import { z } from 'zod'
import { AuditEntry } from './audit.ts'
import { get, post } from './endpoint.ts'
import { Role } from './user.ts'
import { Id, Points, page, requiredText, Timestamp, text } from './values.ts'

export const Person = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(Role),
  createdAt: Timestamp,
  lastSeenAt: Timestamp.describe('Up to an hour earlier than the last request.'),
  storedBytes: z.int().min(0).nullable().describe('Null while media is unavailable.'),
  blockedAt: Timestamp.nullable(),
})
export type Person = z.infer<typeof Person>

export const ListPeople = get('/api/admin/people', 'admin', {
  summary: 'Lists the users, newest first or the last seen first.',
  query: page(50).extend({
    search: text(200).optional().describe('Starts of words of the name or the e-mail address, or the id.'),
    sort: z.enum(['newest', 'seen']).default('newest'),
    blocked: z.literal('true').optional().describe('Only blocked users.'),
  }),
  response: z.array(Person),
})

const SHOWN_OF_PERSON = 'Null while the service is unavailable.'

export const PersonDetails = Person.extend({
  signedInAt: Timestamp.describe('The last sign-in.'),
  sessionCount: z.int().min(0),
  sessions: z
    .array(z.object({ signedInAt: Timestamp, lastUsedAt: Timestamp }))
    .describe('The browsers in which the user is signed in, the last used first; at most 20.'),
  blockedReason: z.string().nullable(),
  hidesShows: z.boolean().describe('The block hides the shows of the user.'),
  isBlockPending: z.boolean().describe('A service has not applied the last block or release yet.'),
  podcasts: z
    .array(z.object({ id: Id, title: z.string() }))
    .nullable()
    .describe(`At most 50. ${SHOWN_OF_PERSON}`),
  points: z.object({ totalPoints: Points, heldAt: Timestamp.nullable() }).nullable().describe(SHOWN_OF_PERSON),
  auditEntries: z.array(AuditEntry).nullable().describe(`About the user; at most 10. ${SHOWN_OF_PERSON}`),
})
export type PersonDetails = z.infer<typeof PersonDetails>

export const GetPerson = get('/api/admin/people/:id', 'admin', {
  summary: 'Returns a user with sign-ins, shows, points and audit entries.',
  response: PersonDetails,
})

const reason = requiredText(500, 'Please give a reason.')
const BlockState = PersonDetails.pick({ id: true, blockedAt: true, blockedReason: true, hidesShows: true })

export const BlockPerson = post('/api/admin/people/:id/block', 'admin', {
  summary:
    'Blocks a user: ends all sessions and uploads, and refuses sign-ins. Hides the shows on request. A repeated call changes nothing.',
  body: z.strictObject({ reason, shows: z.enum(['hide', 'keep'], 'Please choose what happens to the shows.') }),
  response: BlockState,
  also: { 409: 'The user is the caller, or the configuration makes the user an admin.' },
})

export const UnblockPerson = post('/api/admin/people/:id/unblock', 'admin', {
  summary: 'Releases the block of a user and restores the shows that it has hidden. A repeated call changes nothing.',
  body: z.strictObject({ reason }),
  response: BlockState,
})
