import type { Episode } from '@griot/contracts/catalog/episodes'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatDuration, formatPlayerTime, spokenDuration } from '@griot/ui/format'
import { startAt } from '@griot/ui/note-parts'
import { Slider } from '@griot/ui/slider'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePodcast } from '../shows/api.ts'
import { useEpisodeHistory } from '../shows/episode-history.ts'
import { useEpisodePlayer } from '../shows/play-button.tsx'
import { QueueButtons } from '../shows/queue-buttons.tsx'

/** Controls of the shell's player for this episode. */
export function EpisodePlayer({ episode }: { episode: Episode }) {
  const [address, setAddress] = useSearchParams()
  const podcast = usePodcast(episode.podcastId)
  const history = useEpisodeHistory(episode.id)
  const shared = startAt(address.get('t'))
  const { isLoaded, isPlaying, canPlay, toggle, media, startPosition } = useEpisodePlayer({
    episode,
    podcast: podcast.data,
    entry: history.data,
    startAt: shared,
  })
  // The shared position counts until the episode plays, also when the player has restored the episode at another one.
  const isHere = isLoaded && shared === undefined
  useEffect(() => {
    if (!isPlaying || shared === undefined) return
    setAddress(
      (current) => {
        current.delete('t')
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isPlaying, shared, setAddress])
  const startLabel =
    startPosition > 0
      ? `${shared === undefined ? 'Continue at' : 'Play from'} ${formatDuration(startPosition)}`
      : 'Play'

  if (episode.audioUrl === null) {
    return (
      <Card look="raised">
        <p>The audio of this episode is not available yet. Please come back later.</p>
      </Card>
    )
  }
  return (
    <Card className="listener:flex listener:flex-wrap listener:items-center listener:gap-x-5 listener:gap-y-3">
      <Button size="large" disabled={!canPlay} onClick={toggle}>
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {isPlaying ? 'Pause' : isHere ? 'Play' : startLabel}
      </Button>
      <div className="listener:min-w-0 listener:flex-1 listener:basis-56">
        {isHere || isPlaying ? <LivePosition /> : <Position position={startPosition} duration={episode.duration} />}
      </div>
      {media && !isLoaded && <QueueButtons media={media} look="text" />}
    </Card>
  )
}

function LivePosition() {
  const { player } = useShell()
  const { position, duration } = useStore(player.state)
  return <Position position={position} duration={duration} onSeek={(seconds) => player.seek(seconds)} />
}

interface PositionProps {
  /** Seconds. */
  position: number
  duration: number
  onSeek?: (seconds: number) => void
}

/** The position, and a slider that changes it. */
function Position({ position, duration, onSeek }: PositionProps) {
  return (
    <>
      <Slider
        label="Position in this episode"
        value={duration > 0 ? (position / duration) * 100 : 0}
        step={0.1}
        disabled={duration === 0 || onSeek === undefined}
        valueText={`${spokenDuration(position)} of ${spokenDuration(duration)}`}
        onChange={(percent) => onSeek?.((percent / 100) * duration)}
      />
      <p
        aria-hidden="true"
        className="listener:flex listener:justify-between listener:text-sm listener:text-muted listener:tabular-nums"
      >
        <span>{formatPlayerTime(position)}</span>
        <span>{formatPlayerTime(duration)}</span>
      </p>
    </>
  )
}
