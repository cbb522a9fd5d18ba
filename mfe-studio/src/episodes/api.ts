import { CreateEpisode, ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog'
import { call } from '@griot/contracts/client'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const useMyEpisodes = () => useQuery(read(ListEpisodes, { query: { hostId: 'me', limit: 100 } }))

/** One more than the highest number that the podcast has. */
export const useNextEpisodeNumber = (podcastId: string) =>
  useQuery({
    ...read(ListPodcastEpisodes, { params: { id: podcastId }, query: { limit: 100 } }),
    enabled: podcastId !== '',
    select: (episodes) => Math.max(0, ...episodes.map((episode) => episode.episodeNumber)) + 1,
  })

export const useCreateEpisode = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof CreateEpisode>) => call(CreateEpisode, { body }),
    onSuccess: ({ podcastId }) => {
      const isStale = [isReadOf(ListEpisodes, {}), isReadOf(ListPodcastEpisodes, { params: { id: podcastId } })]
      return client.invalidateQueries({ predicate: (query) => isStale.some((is) => is(query)) })
    },
  })
}
