import { type CallInput, type Endpoint, pathFor } from './endpoint.ts'

/**
 * The key of a read in the query cache that shell and remotes share: its URL. Invalidate with `{ queryKey: [path], … }`, or
 * by {@link isReadOf} to include all queries of an endpoint.
 */
export const keyFor = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>) =>
  [pathFor(endpoint, input as { params?: Record<string, unknown>; query?: Record<string, unknown> })] as const

/** Matches cached reads of an endpoint with any query. */
export const isReadOf = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body' | 'query'>) => {
  const path = pathFor(endpoint, input as { params?: Record<string, unknown> })
  return (query: { queryKey: readonly unknown[] }) => {
    const [address] = query.queryKey
    return typeof address === 'string' && (address === path || address.startsWith(`${path}?`))
  }
}
