import type { QueryClient } from '@tanstack/react-query'
import type { ShellApiV1, ShellEvents } from './contract.ts'

/** Predicates of cached reads, such as `isReadOf` of the contracts returns. */
export type Reads = readonly ((query: { queryKey: readonly unknown[] }) => boolean)[]

/** Refetches the reads that are on the page, and marks the others as stale. */
export const invalidate = (client: QueryClient, reads: Reads) =>
  client.invalidateQueries({ predicate: (query) => reads.some((isAffected) => isAffected(query)) })

/** Invalidates reads once, even if several modules react to the same event: a refetch may already be running. */
export const markStale = (client: QueryClient, reads: Reads) => {
  const marked = new Set(
    client.getQueryCache().findAll({
      predicate: (query) => !query.state.isInvalidated && reads.some((isAffected) => isAffected(query)),
    }),
  )
  return client.invalidateQueries({ predicate: (query) => marked.has(query) })
}

/** Refetches reads after each of the events, until the module ends. */
export const refetchAfter = (
  { events, query, signal }: ShellApiV1,
  names: readonly (keyof ShellEvents)[],
  reads: Reads,
) => {
  for (const name of names) {
    signal.addEventListener(
      'abort',
      events.on(name, () => void markStale(query.client, reads)),
    )
  }
}
