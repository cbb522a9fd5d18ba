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
  /** Null when the points service cannot be asked right now: signing in does not depend on it. */
  points: Points.nullable(),
  level: z.number().int().nullable(),
  roles: z.array(Role),
})
export type User = z.infer<typeof User>

export const GetUser = {
  method: 'GET',
  path: '/api/auth/user',
  access: 'user',
  summary: 'The signed-in person.',
  response: User,
} as const satisfies Endpoint
