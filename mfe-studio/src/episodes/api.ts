import { CreateEpisode, type Episode, GetEpisode, ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog'
import { call } from '@griot/contracts/client'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { read } from '@griot/shell-sdk/read'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const useMyEpisodes = () => useQuery(read(ListEpisodes, { query: { hostId: 'me', limit: 100 } }))

/** One more than the highest number that the podcast has. */
export const useNextEpisodeNumber = (podcastId: string) =>
  useQuery({
    ...read(ListPodcastEpisodes, { params: { id: podcastId }, query: { limit: 100 } }),
    enabled: podcastId !== '',
    select: (episodes) => Math.max(0, ...episodes.map((episode) => episode.episodeNumber)) + 1,
  })

/** Everything that lists episodes or shows one of them. */
export const refreshEpisodes = (client: QueryClient, { id, podcastId }: Pick<Episode, 'id' | 'podcastId'>) => {
  const isStale = [
    isReadOf(ListEpisodes, {}),
    isReadOf(GetEpisode, { params: { id } }),
    isReadOf(ListPodcastEpisodes, { params: { id: podcastId } }),
  ]
  return client.invalidateQueries({ predicate: (query) => isStale.some((is) => is(query)) })
}

const ASK_AGAIN_MS = 300
const MOST_ASKS = 15

/**
 * Waits until the episode plays this file: media tells catalog by an event, a moment after the link was made. Answers
 * the episode as it is then; after some seconds as it is, because the event is on its way all the same.
 */
export const audioArrival = async (episodeId: string, mediaFileId: string) => {
  const ask = () => call(GetEpisode, { params: { id: episodeId } })
  let episode = await ask()
  for (let asked = 1; asked < MOST_ASKS && episode.audioFileId !== mediaFileId; asked += 1) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    episode = await ask()
  }
  return episode
}

export const useCreateEpisode = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof CreateEpisode>) => call(CreateEpisode, { body }),
    onSuccess: async (created, { audioFileId }) => {
      if (!audioFileId) return refreshEpisodes(client, created)
      // It is created either way; a failed look only means that the lists know a little less.
      const episode = await audioArrival(created.id, audioFileId).catch(() => created)
      return refreshEpisodes(client, episode)
    },
  })
}
