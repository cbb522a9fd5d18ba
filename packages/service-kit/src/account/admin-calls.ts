import type { BodyOf, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { PersonDetails } from '@griot/contracts/people'
import { Id, idList } from '@griot/contracts/values'
import { z } from 'zod'
import { forbidden } from '../http/errors.ts'
import { on, type Route } from '../http/route.ts'

// The gateway calls these endpoints of the services and has no public route to them.

export const ListStoredBytes = {
  method: 'GET',
  path: '/api/stored-bytes',
  access: 'admin',
  summary: 'Returns the storage that users use. Users without files are left out.',
  query: z.object({ ids: idList(100) }),
  response: z.array(z.object({ userId: Id, storedBytes: z.int() })),
} as const satisfies Endpoint

export const GetPointsOfUser = {
  method: 'GET',
  path: '/api/points-of-user/:id',
  access: 'admin',
  summary: 'Returns the points of a user; 0 for a user who has never listened.',
  params: z.object({ id: Id }),
  response: PersonDetails.shape.points.unwrap(),
} as const satisfies Endpoint

export const StopUploads = {
  method: 'DELETE',
  path: '/api/uploads-of-user',
  access: 'user',
  summary: 'Abandons the unfinished uploads of the caller, who is blocked. A repeated call changes nothing.',
  response: z.object({}),
} as const satisfies Endpoint

export const SetHostVisibility = {
  method: 'PUT',
  path: '/api/host/:id/visibility',
  access: 'user',
  summary:
    'Hides or restores the podcasts of the caller, who is blocked or released. A block revokes their private feeds.',
  params: z.object({ id: Id }),
  body: z.object({
    isHidden: z.boolean(),
    version: z.int().describe('Only increases, so that a state that arrives late is ignored.'),
  }),
  response: z.object({}),
} as const satisfies Endpoint

export const GrantOpenAudio = {
  method: 'GET',
  path: '/api/open-audio/:id',
  access: 'public',
  summary: 'Returns a grant for the MP3 of a published episode, as a header.',
  params: z.object({ id: Id }),
  response: z.unknown(),
  status: 204,
} as const satisfies Endpoint

interface MediaCalls {
  storedBytesOf(userIds: string[]): Promise<ResponseOf<typeof ListStoredBytes>>
  /** Must be safe to repeat. */
  stopUploads(userId: string): Promise<unknown>
}

export const mediaCallRoutes = ({ storedBytesOf, stopUploads }: MediaCalls): Route[] => [
  on(ListStoredBytes, ({ query }) => storedBytesOf(query.ids)),
  on(StopUploads, async ({ user }) => {
    await stopUploads(user.id)
    return {}
  }),
]

export const pointsCallRoute = (pointsOf: (userId: string) => Promise<ResponseOf<typeof GetPointsOfUser>>): Route =>
  on(GetPointsOfUser, ({ params }) => pointsOf(params.id))

export type HostVisibility = BodyOf<typeof SetHostVisibility>

export const visibilityCallRoute = (
  setVisibility: (hostId: string, state: HostVisibility) => Promise<unknown>,
): Route =>
  on(SetHostVisibility, async ({ user, params, body }) => {
    if (params.id !== user.id) throw forbidden('user')
    await setVisibility(user.id, body)
    return {}
  })
