import { QueryStates, type QueryStatesProps } from '@griot/ui/query-states'
import { RowList, RowListSkeleton } from '@griot/ui/row-list'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Refetches all failed queries of the page, so that one press recovers from an outage. */
export const useRetry = () => {
  const client = useQueryClient()
  return () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** The states of a query. An error message keeps the height of the content. */
export function Loaded<Data>(props: Omit<QueryStatesProps<Data>, 'onRetry' | 'keepsHeight'>) {
  return <QueryStates {...props} keepsHeight onRetry={useRetry()} />
}

interface LoadedRowsProps<Item> extends Pick<QueryStatesProps<Item[]>, 'query' | 'what' | 'empty'> {
  /** Number of rows and of note lines per row in the skeleton. */
  rows: number
  notes?: number
  children: (item: Item) => ReactNode
}

/** The states of a list. */
export function LoadedRows<Item>({ rows, notes, children, ...query }: LoadedRowsProps<Item>) {
  return (
    <Loaded {...query} skeleton={<RowListSkeleton rows={rows} notes={notes} />}>
      {(items) => <RowList>{items.map(children)}</RowList>}
    </Loaded>
  )
}
