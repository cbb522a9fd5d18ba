import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Id, Points } from './values.ts'

export const Role = z.enum(['admin'])
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  points: Points.nullable().describe(
    'Null when points cannot be asked right now, as signing in does not depend on them, and for who hides them.',
  ),
  level: z.number().int().nullable(),
  roles: z.array(Role),
})
export type User = z.infer<typeof User>

export const SignIn = {
  method: 'GET',
  path: '/api/login',
  access: 'public',
  summary: 'Sends the browser to sign in, and back to a page of ours. Only for going there, not for calling.',
  query: z.object({ returnTo: z.string().optional().describe('Path of the page to come back to.') }),
  status: 303,
  response: z.undefined(),
} as const satisfies Endpoint

export const FinishSignIn = {
  method: 'GET',
  path: '/api/callback',
  access: 'public',
  summary: 'Where the identity provider sends the browser back to. Opens the session.',
  query: z.object({ state: z.string().optional(), code: z.string().optional() }),
  status: 303,
  response: z.undefined(),
  also: { 400: 'The sign-in took too long or was refused.', 502: 'The identity provider did not answer.' },
} as const satisfies Endpoint

export const SignOut = {
  method: 'GET',
  path: '/api/logout',
  access: 'public',
  summary: 'Ends the session on the server, and sends the browser to the front page. Only for going there.',
  status: 303,
  response: z.undefined(),
} as const satisfies Endpoint

export const GetUser = {
  method: 'GET',
  path: '/api/auth/user',
  access: 'user',
  summary: 'The signed-in person.',
  response: User,
} as const satisfies Endpoint
