import type { Page } from '@griot/contracts/client'
import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { keyFor } from '@griot/contracts/query-key'
import { callForPage } from '@griot/shell-sdk/http'
import { queryOptions } from '@tanstack/react-query'

// 100 rows each. No user is expected to have more than 2,000.
const MOST_PAGES = 20

type ItemOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Item)[] ? Item : never

/** Query options of a whole list, for searching or selecting in it. */
export const readAll = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'> & { query?: object }) =>
  queryOptions({
    queryKey: keyFor(endpoint, input),
    queryFn: async ({ signal }) => {
      const items: ItemOf<E>[] = []
      let cursor: string | null = null
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const pageInput = { ...input, query: { ...input.query, ...(cursor !== null && { cursor }) } }
        const answer: Page<ResponseOf<E>> = await callForPage(endpoint, pageInput as unknown as CallInput<E>, {
          signal,
        })
        items.push(...(answer.items as ItemOf<E>[]))
        cursor = answer.next
        if (cursor === null) break
      }
      return items
    },
  })
