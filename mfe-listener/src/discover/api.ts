import { type Category, ListPodcasts, ListPopularPodcasts } from '@griot/contracts/catalog'
import { callForPage } from '@griot/contracts/client'
import { GetPointsRules } from '@griot/contracts/points'
import { keyFor } from '@griot/contracts/query-key'
import { read } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

export type Shelf = 'all' | 'trending' | Category

export interface Wish {
  shelf: Shelf
  search: string
}

const TRENDING_LIMIT = 50

const filterFor = ({ shelf, search }: Wish) => ({
  ...(search && { search }),
  ...(shelf !== 'all' && shelf !== 'trending' && { category: shelf }),
})

/** Podcasts of a shelf, page by page; the last answer stays while the next one is on its way. */
export const useShelf = (wish: Wish) => {
  const isTrending = wish.shelf === 'trending'
  const popular = { query: { limit: TRENDING_LIMIT } }
  const found = { query: filterFor(wish) }
  return useInfiniteQuery({
    // Begins with the address, as every read does: whoever publishes a podcast marks these pages stale too.
    queryKey: [...(isTrending ? keyFor(ListPopularPodcasts, popular) : keyFor(ListPodcasts, found)), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      isTrending
        ? callForPage(ListPopularPodcasts, popular, { signal })
        : callForPage(ListPodcasts, { query: { ...found.query, ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (isTrending ? null : last.next),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: (previous) => previous,
  })
}

export const usePointsRules = () => useQuery(read(GetPointsRules, {}))
