import { randomUUID } from 'node:crypto'
import type { EpisodeFacts, Facts, PodcastFacts } from '../catalog/facts.ts'

/** The responses of the catalog service, as data. */
export interface FakeCatalog extends Facts {
  addPodcast(about?: Partial<PodcastFacts>): PodcastFacts
  addEpisode(about?: Partial<EpisodeFacts>): EpisodeFacts
}

export const createFakeCatalog = (): FakeCatalog => {
  const podcasts = new Map<string, PodcastFacts>()
  const episodes = new Map<string, EpisodeFacts>()

  const addPodcast = (about: Partial<PodcastFacts> = {}) => {
    const podcast = { id: randomUUID(), title: 'Griot Stories', hostId: randomUUID(), ...about }
    podcasts.set(podcast.id, podcast)
    return podcast
  }

  return {
    addPodcast,
    addEpisode(about = {}) {
      const podcast = podcasts.get(about.podcastId ?? '') ?? addPodcast()
      const id = randomUUID()
      const episode = {
        id,
        title: 'The Drum',
        podcastId: podcast.id,
        hostId: podcast.hostId,
        makerIds: [about.hostId ?? podcast.hostId],
        isPublished: true,
        hasAudio: true,
        lengthSeconds: 600,
        audioFileId: about.id ?? id,
        ...about,
      }
      episodes.set(episode.id, episode)
      return episode
    },
    episode: async (_, id) => episodes.get(id),
    podcast: async (_, id) => podcasts.get(id),
  }
}
