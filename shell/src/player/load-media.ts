import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import type { CallOptions } from '@griot/contracts/client'
import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'

/** The largest number of ids that one request accepts. */
const MAX_IDS = 100

const inParts = async <Item>(ids: readonly string[], load: (ids: string) => Promise<readonly Item[]>) => {
  const all = [...new Set(ids)]
  const parts = Array.from({ length: Math.ceil(all.length / MAX_IDS) }, (_, part) =>
    all.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  )
  return (await Promise.all(parts.map((part) => load(part.join(','))))).flat()
}

/** The episodes with these ids, in their order. Leaves out those that are deleted, unpublished or without audio. */
export const loadMedia = async (ids: readonly string[], options: CallOptions): Promise<PlayerMedia[]> => {
  const listed = await inParts(ids, (part) => call(ListEpisodes, { query: { ids: part, limit: MAX_IDS } }, options))
  const episodes = new Map(listed.map((episode) => [episode.id, episode]))
  const shows = await inParts(
    listed.map(({ podcastId }) => podcastId),
    (part) => call(ListPodcasts, { query: { ids: part, limit: MAX_IDS } }, options),
  )
  const podcasts = new Map(shows.map((podcast) => [podcast.id, podcast]))

  return ids.flatMap((id) => {
    const episode = episodes.get(id)
    const podcast = episode && podcasts.get(episode.podcastId)
    if (!podcast || episode.audioUrl === null) return []
    // Only these fields: the browser stores the queue.
    const { podcastId, title, audioUrl, duration } = episode
    const { hostId, hostName, coverImage } = podcast
    return [
      {
        episode: { id, podcastId, title, audioUrl, duration },
        podcast: { id: podcastId, title: podcast.title, hostId, hostName, coverImage },
      },
    ]
  })
}
