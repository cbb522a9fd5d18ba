import { GetReceivedTotals, ListReceivedTips, type ReceivedTips } from '@griot/contracts/tips-received'
import { read, readPages } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMyEpisodes } from '../episodes/api.ts'
import { useMyPodcasts } from '../podcasts/api.ts'

const ME = { params: { id: 'me' } }
const PAGE_SIZE = 50

export const useReceivedTotals = () => useQuery(read(GetReceivedTotals, ME))

export const useReceivedTips = (by: 'day' | 'episode') =>
  useInfiniteQuery(readPages(ListReceivedTips, { ...ME, query: { by, limit: PAGE_SIZE } }))

/** Names the show and the episode of received tips. Both may have been deleted. */
export const useTitles = () => {
  const podcasts = useMyPodcasts()
  const episodes = useMyEpisodes()
  return ({ podcastId, episodeId }: ReceivedTips) => {
    const show = podcasts.data?.find(({ id }) => id === podcastId)?.title
    const episode = episodes.data?.find(({ id }) => id === episodeId)?.title
    return {
      show: show ?? (podcasts.data ? 'Deleted show' : 'Show'),
      episode: episodeId === null ? null : (episode ?? (episodes.data ? 'Deleted episode' : 'Episode')),
      isEpisodeKnown: episode !== undefined,
    }
  }
}
