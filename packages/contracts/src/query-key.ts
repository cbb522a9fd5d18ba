import { type CallInput, type Endpoint, pathFor } from './endpoint.ts'

/**
 * The key of a read in the query cache that shell and remotes share: its address, so that whoever asks the same thing
 * finds the same answer. Invalidate with `{ queryKey: [path], … }` or by {@link isReadOf} when queries differ.
 */
export const keyFor = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) =>
  [pathFor(endpoint, input as { params?: Record<string, unknown>; query?: Record<string, unknown> })] as const

/** Whether a cached query is a read of this endpoint, whatever its `?limit=` or `?cursor=`. */
export const isReadOf = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body' | 'query'>) => {
  const path = pathFor(endpoint, input as { params?: Record<string, unknown> })
  return (query: { queryKey: readonly unknown[] }) => {
    const [address] = query.queryKey
    return typeof address === 'string' && (address === path || address.startsWith(`${path}?`))
  }
}
