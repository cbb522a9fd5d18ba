import type { CallInput, Endpoint } from '@griot/contracts/endpoint'
import { keyFor } from '@griot/contracts/query-key'

/**
 * The key of one thing out of a list: it begins with the address that asks for it alone, so that it is marked stale with
 * the list; and it is no address itself, because what is kept under one is the list.
 */
export const keyOfOne = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) =>
  [...keyFor(endpoint, input), 'one'] as const

/** As many as one call takes. */
const MOST = 100

interface Waiting<Item> {
  id: string
  resolve: (item: Item | null) => void
  reject: (error: unknown) => void
}

/**
 * Lets every row of a list ask for its own thing and still sends one call: what is wanted in the same moment goes
 * together. `idOf` tells whose thing it is; for what there is none of, the answer is null.
 */
export const together = <Item>(load: (ids: string) => Promise<readonly Item[]>, idOf: (item: Item) => string) => {
  let waiting: Waiting<Item>[] = []

  const send = async (batch: readonly Waiting<Item>[]) => {
    try {
      const items = await load([...new Set(batch.map(({ id }) => id))].join(','))
      const found = new Map(items.map((item) => [idOf(item), item]))
      for (const { id, resolve } of batch) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const sendAll = () => {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += MOST) void send(all.slice(at, at + MOST))
  }

  return (id: string) =>
    new Promise<Item | null>((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(sendAll)
      waiting.push({ id, resolve, reject })
    })
}
