import type { Episode } from '@griot/contracts/catalog/episodes'
import type { HistoryEntry } from '@griot/contracts/library'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useFavoriteIds, useUnfinished } from '../library/api.ts'
import { usePoints } from '../points.ts'
import { listedEpisodeQuery, newestEpisodesQuery, POPULAR_SHOWN, useFeatured, usePopular } from '../shows/api.ts'
import { episodeHistoryQuery } from '../shows/episode-history.ts'

const EPISODES_SHOWN = 4
/** The resumed episode and the new episodes take as many shows at most. */
export const MOST_TAKEN = 1 + EPISODES_SHOWN
/** A finished or deleted episode leaves its place to the next one. */
const EPISODES_READ = 12

/** Whether the listener has neither points nor a history. Until the points have loaded, those of the session decide. */
export const useIsNew = () => {
  const { session } = useShell()
  const user = useStore(session.user)
  const { data } = usePoints()
  return data ? data.totalPoints === 0 && data.episodesListened === 0 : user?.points === 0
}

interface Begun {
  entry: HistoryEntry
  episode: Episode
}

/** The last unfinished episode that still exists; null if there is none. */
const useResume = () => {
  const begun = useUnfinished(EPISODES_SHOWN)
  const entries = begun.data ?? []
  const episodes = useQueries({ queries: entries.map(({ episodeId }) => listedEpisodeQuery(episodeId)) })
  const found = entries.flatMap((entry, at): Begun[] => {
    const episode = episodes[at]?.data
    return episode ? [{ entry, episode }] : []
  })
  const isKnown = begun.data !== undefined && episodes.every(({ isPending }) => !isPending)
  const isError = begun.isError || (found.length === 0 && episodes.some((episode) => episode.isError))
  const data = isKnown && !isError ? (found[0] ?? null) : undefined
  const refetch = () => Promise.all([begun.refetch(), ...episodes.map((episode) => episode.refetch())])
  return { data, isError, refetch }
}

/** The newest episode of each favorite show, without those that the listener has finished. */
const useNewEpisodes = () => {
  const favorites = useFavoriteIds()
  const podcastIds = favorites.data ?? []
  const newest = useQuery(newestEpisodesQuery(podcastIds, EPISODES_READ))
  const episodes = newest.data ?? []
  const histories = useQueries({ queries: episodes.map(({ id }) => episodeHistoryQuery(id)) })
  const isKnown =
    favorites.data?.length === 0 || (newest.data !== undefined && histories.every((one) => !one.isPending))
  return {
    data: isKnown ? episodes.filter((_, at) => !histories[at]?.data?.completed) : undefined,
    isError: favorites.isError || newest.isError,
    areFavoritesKnown: favorites.isSuccess || favorites.isError,
    refetch: () => (favorites.isError ? favorites.refetch() : newest.refetch()),
  }
}

/** What Home shows above the shows. Each show appears once on the page, so `podcastIds` are those that are taken. */
export const useEpisodesToPlay = () => {
  const resume = useResume()
  const newest = useNewEpisodes()
  const resumed = resume.data?.entry.podcastId
  const newEpisodes = {
    ...newest,
    data: newest.data?.filter(({ podcastId }) => podcastId !== resumed).slice(0, EPISODES_SHOWN),
  }
  const isSettled = [resume, newest].every(({ data, isError }) => data !== undefined || isError)
  const podcastIds = [resumed, ...(newEpisodes.data ?? []).map(({ podcastId }) => podcastId)]
  return { resume, newEpisodes, isSettled, podcastIds }
}

const ENOUGH = POPULAR_SHOWN + MOST_TAKEN

/** The shows that admins feature, then popular ones: enough for the places of those that are taken. */
export const usePopularShows = () => {
  const featured = useFeatured(ENOUGH)
  const popular = usePopular(ENOUGH)
  // Popular shows alone are better than an error.
  const first = featured.isError ? [] : featured.data
  const others = popular.data?.filter(({ id }) => !first?.some((show) => show.id === id))
  const data = first && others && [...first, ...others].slice(0, ENOUGH)
  return { ...popular, data }
}

/** The newest episode of the most popular podcast that has one; null if none can be played. */
export const useFirstListen = () => {
  const popular = usePopularShows()
  const ids = popular.data?.map(({ id }) => id) ?? []
  const newest = useQuery(newestEpisodesQuery(ids, ids.length))
  const playable = newest.data && ids.flatMap((id) => newest.data.find(({ podcastId }) => podcastId === id) ?? [])
  return {
    data: popular.data?.length === 0 ? null : playable && (playable[0] ?? null),
    isError: popular.isError || newest.isError,
    refetch: () => (popular.isError ? popular.refetch() : newest.refetch()),
  }
}
