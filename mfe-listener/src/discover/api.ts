import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import { type Category, ListPodcasts, ListPopularPodcasts } from '@griot/contracts/catalog/podcasts'
import { GetPointsRules } from '@griot/contracts/points'
import { read } from '@griot/shell-sdk/read'
import { readPages } from '@griot/shell-sdk/read-pages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

export type Shelf = 'all' | 'trending' | Category

export interface Wish {
  shelf: Shelf
  search: string
}

const PODCASTS_AT_A_TIME = 30

/** Podcasts of a shelf, page by page; the last answer stays while the next one is on its way. */
export const useShelf = ({ shelf, search }: Wish) => {
  const found = { limit: PODCASTS_AT_A_TIME, ...(search && { search }) }
  const pages =
    shelf === 'trending'
      ? readPages(ListPopularPodcasts, { query: found })
      : readPages(ListPodcasts, { query: { ...found, ...(shelf !== 'all' && { category: shelf }) } })
  return useInfiniteQuery({ ...pages, placeholderData: (previous) => previous })
}

const EPISODES_AT_A_TIME = 10

/** Episodes with these words in their titles; the last answer stays while the next one is on its way. */
export const useFoundEpisodes = (search: string) =>
  useInfiniteQuery({
    ...readPages(ListEpisodes, { query: { search, limit: EPISODES_AT_A_TIME } }),
    placeholderData: (previous) => previous,
  })

export const usePointsRules = () => useQuery(read(GetPointsRules, {}))
