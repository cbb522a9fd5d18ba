import { QueryStates, type QueryStatesProps } from '@griot/ui/query-states'
import { type Pages, ShowMore } from '@griot/ui/show-more'
import type { ReactNode } from 'react'

export interface PagedListProps<Item> extends Pick<QueryStatesProps<Item[]>, 'what' | 'skeleton' | 'empty'> {
  pages: QueryStatesProps<Item[]>['query'] & Pages
  /** As in "We could not load more …". */
  more: string
  className?: string
  /** False for lists with content below them. */
  loadsOnScroll?: boolean
  children: (item: Item) => ReactNode
}

export function PagedList<Item>(props: PagedListProps<Item>) {
  const { pages, what, more, className = 'g-row-list', loadsOnScroll = true, skeleton, empty, children } = props
  return (
    <QueryStates query={pages} what={what} empty={empty} skeleton={skeleton}>
      {(items) => (
        <>
          <ul className={className}>{items.map(children)}</ul>
          <ShowMore pages={pages} what={more} onScroll={loadsOnScroll} />
        </>
      )}
    </QueryStates>
  )
}
