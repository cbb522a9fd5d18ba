import type { CallInput, Endpoint } from '@griot/contracts/endpoint'
import { keyFor } from '@griot/contracts/query-key'
import { queryOptions } from '@tanstack/react-query'
import { call } from './http.ts'

/** Query options of a read: under the key that everyone shares, and given up when nobody waits for it any more. */
export const read = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) =>
  queryOptions({
    queryKey: keyFor(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input as CallInput<E>, { signal }),
  })
