import type { Endpoint } from '@griot/contracts/endpoint'
import { Id, IdParams } from '@griot/contracts/values'
import { z } from 'zod'

/** listening-points calls this endpoint of catalog. The gateway has no route to it, because members are not public. */
export const ReadMakers = {
  method: 'GET',
  path: '/api/podcast-makers/:id',
  access: 'user',
  summary: 'The users whose own show this is: the host, and the members who may change it.',
  params: IdParams,
  response: z.object({ userIds: z.array(Id) }),
} as const satisfies Endpoint
