import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Marks reads stale, so that what is shown is asked for again. Several modules may follow the same event: what another
 * one has marked already is on its way, and is not asked for twice.
 */
export const markStale = (client: QueryClient, isStale: (query: Query) => boolean) => {
  const marked = new Set(
    client.getQueryCache().findAll({ predicate: (query) => !query.state.isInvalidated && isStale(query) }),
  )
  return client.invalidateQueries({ predicate: (query) => marked.has(query) })
}
