import type { Episode } from '@griot/contracts/catalog/episodes'
import type { HistoryEntry } from '@griot/contracts/library'
import type { PlayerPodcast } from '@griot/shell-sdk/contract'
import { useShell, useStore } from '@griot/shell-sdk/react'

interface ToPlay {
  episode: Episode
  /** Undefined while it is on its way: then nothing can be played yet. */
  podcast: PlayerPodcast | undefined
  /** What is remembered of it: an unfinished episode goes on where it was left. */
  heard?: HistoryEntry | null | undefined
  /** Seconds, from a shared link; stands over the remembered place. */
  startAt?: number | undefined
}

/** Whether this episode is what sounds now, and how to start it, go on with it or pause it. */
export const useEpisodePlayer = ({ episode, podcast, heard, startAt }: ToPlay) => {
  const { player } = useShell()
  const isLoaded = useStore(player.state, (state) => state.episode?.id === episode.id)
  const isSounding = useStore(player.state, (state) => state.status === 'playing' || state.status === 'buffering')
  const isPlaying = isLoaded && isSounding
  const canPlay = episode.audioUrl !== null && podcast !== undefined
  const resumeAt = heard && !heard.completed ? heard.positionSeconds : 0
  const media = podcast && {
    episode,
    podcast,
    ...(startAt !== undefined && { startAt }),
    ...(resumeAt > 0 && { resumeAt }),
  }

  const toggle = () => {
    if (isPlaying) return player.pause()
    if (isLoaded) return player.play()
    if (media) void player.load(media)
  }

  return { isLoaded, isPlaying, canPlay, toggle, media, beginsAt: startAt ?? resumeAt }
}
