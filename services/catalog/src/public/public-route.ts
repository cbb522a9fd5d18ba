import { get } from '@griot/contracts/endpoint'
import type { Context } from '@griot/service-kit/http/context'
import type { Route } from '@griot/service-kit/http/route'

/** A resource outside the API, for GET and HEAD. The same response is sent to everyone. */
export const publicRoute = (path: `/${string}`, handle: (context: Context) => Promise<void>): Route => ({
  endpoint: get(path, 'public', { summary: 'A public resource.' }),
  handle,
})
