import type { Page } from '@griot/contracts/client'
import type { AnswerOf, CallInput, Endpoint } from '@griot/contracts/endpoint'
import { keyFor } from '@griot/contracts/query-key'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { callForPage } from './http.ts'

type ItemOf<E extends Endpoint> = AnswerOf<E> extends readonly (infer Item)[] ? Item : never

/**
 * Query options of a list that is asked for page by page, as one list. Its key begins with its address, as that of every
 * read does: whoever changes something marks these pages stale, too.
 */
export const readPages = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) => {
  const place = input as { query?: Record<string, unknown> }
  return infiniteQueryOptions({
    queryKey: [...keyFor(endpoint, input), 'pages'] as const,
    queryFn: ({ pageParam: cursor, signal }) => {
      const page = { ...place, query: { ...place.query, ...(cursor !== null && { cursor }) } }
      return callForPage(endpoint, page as unknown as CallInput<E>, { signal }) as Promise<Page<ItemOf<E>[]>>
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    select: ({ pages }: InfiniteData<Page<ItemOf<E>[]>>) => pages.flatMap(({ items }) => items),
  })
}
