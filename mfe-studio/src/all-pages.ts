import type { Page } from '@griot/contracts/client'
import type { AnswerOf, CallInput, Endpoint } from '@griot/contracts/endpoint'
import { callForPage } from '@griot/shell-sdk/http'

// A hundred rows each; nobody has so many that this leaves some out.
const MOST_PAGES = 20

type ItemOf<E extends Endpoint> = AnswerOf<E> extends readonly (infer Item)[] ? Item : never

/** A whole list, page after page: for what is picked from, or searched in, as a whole. */
export const readAllPages = async <E extends Endpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, 'body'> & { query?: object },
  signal: AbortSignal,
) => {
  const items: ItemOf<E>[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const place = { ...input, query: { ...input.query, ...(cursor !== null && { cursor }) } } as unknown as CallInput<E>
    const answer: Page<AnswerOf<E>> = await callForPage(endpoint, place, { signal })
    items.push(...(answer.items as ItemOf<E>[]))
    cursor = answer.next
    if (cursor === null) break
  }
  return items
}
