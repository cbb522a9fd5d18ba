import { z } from 'zod'
import { get } from './endpoint.ts'
import { Id, Points } from './values.ts'

export const Role = z.enum(['admin'])
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  points: Points.nullable().describe('Null if the user hides points, or while the points service is unavailable.'),
  level: z.number().int().nullable(),
  roles: z.array(Role),
})
export type User = z.infer<typeof User>

export const SignIn = get('/api/login', 'public', {
  summary: 'Redirects the browser to the sign-in and back. For navigation only.',
  query: z.object({
    returnTo: z.string().optional().describe('Path of the page to return to.'),
    again: z
      .string()
      .optional()
      .describe('With any value: asks a signed-in user again if the last sign-in is older than 12 hours.'),
  }),
  status: 303,
})

type Place = Readonly<Record<'pathname' | 'search' | 'hash', string>>

/** Address of the sign-in page, which returns the user to this location. */
export const signInPath = ({ pathname, search, hash }: Place) =>
  `${SignIn.path}?returnTo=${encodeURIComponent(pathname + search + hash)}`

/** The same for a signed-in user whose last sign-in is too old for an action. */
export const signInAgainPath = (place: Place) => `${signInPath(place)}&again=1`

export const FinishSignIn = get('/api/callback', 'public', {
  summary: 'Creates the session. The identity provider redirects the browser here.',
  query: z.object({ state: z.string().optional(), code: z.string().optional() }),
  status: 303,
  also: { 400: 'The sign-in took too long or was refused.', 502: 'The identity provider did not respond.' },
})

export const SignOut = get('/api/logout', 'public', {
  summary: 'Ends the session and redirects to the front page. For navigation only.',
  status: 303,
})

export const GetUser = get('/api/auth/user', 'user', {
  summary: 'Returns the signed-in user.',
  response: User,
})
