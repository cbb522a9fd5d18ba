import type { Endpoint } from '@griot/contracts/endpoint'
import { Id } from '@griot/contracts/values'
import { z } from 'zod'

/** The gateway calls this endpoint of catalog and has no public route to it. The log scrubs what follows `/private/`. */
export const CheckPrivateAudio = {
  method: 'GET',
  path: '/api/private/:token/episode/:id',
  access: 'public',
  summary: 'Whether a private feed with this token contains the episode: 404 if not.',
  params: z.object({ token: z.string().max(100), id: Id }),
  response: z.object({}),
} as const satisfies Endpoint
