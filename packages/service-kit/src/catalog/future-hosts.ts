import type { Endpoint } from '@griot/contracts/endpoint'
import { Id, idList } from '@griot/contracts/values'
import { z } from 'zod'

/** media calls this endpoint of catalog. The gateway has no route to it, because it names hosts of drafts. */
export const ReadFutureHosts = {
  method: 'GET',
  path: '/api/future-hosts',
  access: 'user',
  summary:
    'Returns the hosts of episodes without the account of the caller. Episodes that are deleted with this account are left out.',
  query: z.object({ ids: idList(100) }),
  response: z.array(z.object({ episodeId: Id, hostId: Id, hostName: z.string() })),
} as const satisfies Endpoint
