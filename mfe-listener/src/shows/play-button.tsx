import type { Episode } from '@griot/contracts/catalog/episodes'
import type { HistoryEntry } from '@griot/contracts/library'
import type { PlayerPodcast } from '@griot/shell-sdk/contract'
import { IconButton } from '@griot/ui/icon-button'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEpisodePlayer } from './use-episode-player.ts'

interface PlayButtonProps {
  episode: Episode
  podcast: PlayerPodcast | undefined
  heard: HistoryEntry | null | undefined
}

export function PlayButton({ episode, podcast, heard }: PlayButtonProps) {
  const { isPlaying, canPlay, toggle } = useEpisodePlayer({ episode, podcast, heard })
  const label =
    episode.audioUrl === null ? `${episode.title} has no audio yet` : `${isPlaying ? 'Pause' : 'Play'} ${episode.title}`
  return (
    <IconButton label={label} look="primary" disabled={!canPlay} onClick={toggle}>
      {isPlaying ? <Pause aria-hidden="true" fill="currentColor" /> : <Play aria-hidden="true" fill="currentColor" />}
    </IconButton>
  )
}
