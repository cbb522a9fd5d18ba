import type { ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'

export interface QueryStatesProps<Data> {
  query: { data: Data | undefined; isError: boolean; error?: unknown; refetch?: () => unknown }
  /** As in "We could not load …". */
  what: string
  skeleton: ReactNode
  /** Shown in place of an empty list. */
  empty?: ReactNode
  /** Defaults to a refetch of the query. */
  onRetry?: (() => void) | undefined
  /** The error message takes the height of the skeleton. */
  keepsHeight?: boolean
  children: (data: Data) => ReactNode
}

/** Renders a query while it loads, after it failed, without items and with data. A failed refetch keeps the data. */
export function QueryStates<Data>({
  query,
  what,
  skeleton,
  empty,
  onRetry = () => query.refetch?.(),
  keepsHeight = false,
  children,
}: QueryStatesProps<Data>) {
  const { data } = query
  if (data !== undefined) {
    return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data)
  }
  if (query.isError) {
    const message = <LoadFailed what={what} error={query.error} onRetry={onRetry} />
    if (!keepsHeight) return message
    return (
      <div className="g-in-place-of">
        <div className="g-in-place-of-missing" aria-hidden="true">
          {skeleton}
        </div>
        <div>{message}</div>
      </div>
    )
  }
  return (
    <>
      <p className="g-visually-hidden">Loading {what}</p>
      {skeleton}
    </>
  )
}
