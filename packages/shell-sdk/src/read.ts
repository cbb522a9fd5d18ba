import type { Page } from '@griot/contracts/client'
import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { keyFor } from '@griot/contracts/query-key'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callForPage } from './http.ts'

/** Query options of a read, with the shared key. The request is aborted when no screen needs it. */
export const read = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) =>
  queryOptions({
    queryKey: keyFor(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input as CallInput<E>, { signal }),
  })

type ItemOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Item)[] ? Item : never

/** Query options of a paged list, as one list. Its key begins with the endpoint's key, so invalidations include it. */
export const readPages = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) => {
  const request = input as { query?: Record<string, unknown> }
  return infiniteQueryOptions({
    queryKey: [...keyFor(endpoint, input), 'pages'] as const,
    queryFn: ({ pageParam: cursor, signal }) => {
      const page = { ...request, query: { ...request.query, ...(cursor !== null && { cursor }) } }
      return callForPage(endpoint, page as unknown as CallInput<E>, { signal }) as Promise<Page<ItemOf<E>[]>>
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    select: ({ pages }: InfiniteData<Page<ItemOf<E>[]>>) => pages.flatMap(({ items }) => items),
  })
}
