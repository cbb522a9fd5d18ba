import type { CallInput, Endpoint } from '@griot/contracts/endpoint'
import { keyFor } from '@griot/contracts/query-key'
import DataLoader from 'dataloader'

/**
 * The query key of one item of a list. It starts with the key of the request for that item, so invalidating the list
 * also invalidates the item; the suffix separates it from the response of that request, which is a list.
 */
export const itemKey = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) =>
  [...keyFor(endpoint, input), 'one'] as const

/** The largest number of ids that one request accepts. */
const MAX_IDS = 100

/**
 * Returns a function that loads one item by its id, or null if there is none. Calls of the same moment become one
 * request. Results are not cached here: the query client does that.
 */
export const batchLoader = <Item>(load: (ids: string) => Promise<readonly Item[]>, idOf: (item: Item) => string) => {
  const loader = new DataLoader<string, Item | null>(
    async (ids) => {
      const items = new Map((await load([...new Set(ids)].join(','))).map((item) => [idOf(item), item]))
      return ids.map((id) => items.get(id) ?? null)
    },
    { cache: false, maxBatchSize: MAX_IDS },
  )
  return (id: string) => loader.load(id)
}
