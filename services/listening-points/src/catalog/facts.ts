import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { askService } from '@griot/service-kit/ask-service'
import { refused } from '@griot/service-kit/errors'

export interface EpisodeFacts {
  id: string
  title: string
  podcastId: string
  hostId: string
  /** Before that, only its creator and admins may know of it. */
  isPublished: boolean
  hasAudio: boolean
  /** Measured once there is audio; 0 when nobody knows. */
  lengthSeconds: number
}

export interface PodcastFacts {
  id: string
  title: string
  hostId: string
}

/** What this service needs to know of the catalogue. `undefined`: there is no such thing. */
export interface Facts {
  episode(asking: Asking, id: string): Promise<EpisodeFacts | undefined>
  podcast(asking: Asking, id: string): Promise<PodcastFacts | undefined>
}

/** Throws unless the episode is one of this podcast, whose id is written small. */
export const requirePodcast = (episode: Pick<EpisodeFacts, 'podcastId'>, podcastId: string) => {
  if (episode.podcastId !== podcastId)
    throw refused('episode.other_podcast', 'That episode belongs to another podcast.')
}

/** Who asks: the caller's own token, passed on. */
export interface Asking {
  token: string
  requestId: string
}

// Not the whole answer: a newer or an older catalog may say more or less about the rest.
const AskEpisode = {
  ...GetEpisode,
  response: GetEpisode.response.pick({
    id: true,
    title: true,
    podcastId: true,
    hostId: true,
    status: true,
    audioUrl: true,
    duration: true,
  }),
}
const AskPodcast = { ...GetPodcast, response: GetPodcast.response.pick({ id: true, title: true, hostId: true }) }

const KEPT_MS = 20_000
const MOST_KEPT = 10_000

/** Asks catalog, and remembers for a moment what is unlikely to change. */
export const factsFromCatalog = (url: string): Facts => {
  const episodes = remember<EpisodeFacts>(
    ({ isPublished, hasAudio, lengthSeconds }) => isPublished && hasAudio && lengthSeconds > 0,
  )
  const podcasts = remember<PodcastFacts>(() => true)
  return {
    episode: (asking, id) =>
      episodes(id, async () => {
        const episode = await askService({ url, ...asking }, AskEpisode, { params: { id } })
        return (
          episode && {
            id: episode.id,
            title: episode.title,
            podcastId: episode.podcastId,
            hostId: episode.hostId,
            isPublished: episode.status === 'published',
            hasAudio: episode.audioUrl !== null,
            lengthSeconds: episode.duration,
          }
        )
      }),
    podcast: (asking, id) => podcasts(id, () => askService({ url, ...asking }, AskPodcast, { params: { id } })),
  }
}

/** Only what `isKept` says is remembered: an episode that waits for its audio must be playable the moment it has it. */
const remember = <Fact>(isKept: (fact: Fact) => boolean) => {
  const known = new Map<string, { fact: Fact; until: number }>()
  return async (id: string, ask: () => Promise<Fact | undefined>) => {
    const kept = known.get(id)
    if (kept !== undefined && kept.until > performance.now()) return kept.fact
    const fact = await ask()
    if (known.size >= MOST_KEPT) known.clear()
    if (fact !== undefined && isKept(fact)) known.set(id, { fact, until: performance.now() + KEPT_MS })
    else known.delete(id)
    return fact
  }
}
