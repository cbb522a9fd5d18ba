import type { Episode } from '@griot/contracts/catalog/episodes'
import type { HistoryEntry } from '@griot/contracts/library'
import type { PlayerPodcast, PlayerState } from '@griot/shell-sdk/contract'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { IconButton } from '@griot/ui/icon-button'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'

/** Plays or pauses an episode of a list. */
export function PlayButton(props: Omit<EpisodePlayerOptions, 'startAt'>) {
  const { isPlaying, canPlay, toggle } = useEpisodePlayer(props)
  const { episode } = props
  const label =
    episode.audioUrl === null ? `${episode.title} has no audio yet` : `${isPlaying ? 'Pause' : 'Play'} ${episode.title}`
  return (
    <IconButton label={label} look="primary" disabled={!canPlay} onClick={toggle}>
      {isPlaying ? <Pause aria-hidden="true" fill="currentColor" /> : <Play aria-hidden="true" fill="currentColor" />}
    </IconButton>
  )
}

/** Whether the player has loaded what `isThis` accepts, and whether it plays it. */
export const usePlayback = (isThis: (state: PlayerState) => boolean) => {
  const { player } = useShell()
  const isLoaded = useStore(player.state, isThis)
  const isActive = useStore(player.state, ({ status }) => status === 'playing' || status === 'buffering')
  return { isLoaded, isPlaying: isLoaded && isActive }
}

interface EpisodePlayerOptions {
  episode: Episode
  /** Empty while it loads; playback is disabled until then. */
  podcast: PlayerPodcast | null | undefined
  /** An unfinished episode resumes at the position of this entry. */
  entry?: HistoryEntry | null | undefined
  /** Seconds, from a shared link. Overrides the position of the history entry. */
  startAt?: number | undefined
}

/** Playback state of one episode, and the action of its play button. */
export const useEpisodePlayer = ({ episode, podcast, entry, startAt }: EpisodePlayerOptions) => {
  const { player } = useShell()
  const { isLoaded, isPlaying } = usePlayback((state) => state.episode?.id === episode.id)
  const canPlay = episode.audioUrl !== null && Boolean(podcast)
  const resumeAt = entry && !entry.completed ? entry.positionSeconds : 0
  const media = podcast && {
    episode,
    podcast,
    ...(startAt !== undefined && { startAt }),
    ...(resumeAt > 0 && { resumeAt }),
  }

  const toggle = () => {
    if (isPlaying) return player.pause()
    if (isLoaded && startAt === undefined) return player.play()
    if (media) void player.load(media)
  }

  return { isLoaded, isPlaying, canPlay, toggle, media, startPosition: startAt ?? resumeAt }
}
