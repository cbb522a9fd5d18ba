import { SearchCatalog, type SearchResult } from '@griot/contracts/catalog/search'
import type { Queryable } from '@griot/service-kit/db/db'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { readEpisodes } from '../episodes/episodes.queries.ts'
import { readPodcasts } from '../podcasts/podcasts.queries.ts'
import { searchWords } from '../search-text.ts'
import { searchEpisodes, searchHosts, searchPodcasts } from './search.queries.ts'

const NOTHING = { total: 0, items: [] }

const searchAll = async (db: Queryable, words: string[], limit: number): Promise<SearchResult> => {
  if (words.length === 0) return { podcasts: NOTHING, episodes: NOTHING, hosts: NOTHING }
  const [podcasts, episodes, hosts] = await Promise.all([
    searchPodcasts(db, words, limit).then(async ({ total, ids }) => ({ total, items: await readPodcasts(db, ids) })),
    searchEpisodes(db, words, limit).then(async ({ total, ids }) => ({ total, items: await readEpisodes(db, ids) })),
    searchHosts(db, words, limit),
  ])
  return { podcasts, episodes, hosts }
}

export const searchRoutes = ({ cache }: Catalog) => [
  on(SearchCatalog, (call) => {
    const { q, limit } = call.query
    const words = searchWords(q)
    return cache.item(call, `search ${limit} ${words.join(' ')}`, (from) => searchAll(from, words, limit))
  }),
]
