import type { Episode } from '@griot/contracts/catalog/episodes'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatClock, formatPlayerTime, spokenDuration } from '@griot/ui/format'
import { Slider } from '@griot/ui/slider'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useSearchParams } from 'react-router-dom'
import { useEpisodeHistory } from '../history/api.ts'
import { usePodcast } from '../shows/api.ts'
import { QueueButtons } from '../shows/queue-buttons.tsx'
import { useEpisodePlayer } from '../shows/use-episode-player.ts'
import { startAt } from './start-at.ts'

/** The shell's player, as seen from this episode's page. */
export function EpisodePlayer({ episode }: { episode: Episode }) {
  const [address] = useSearchParams()
  const podcast = usePodcast(episode.podcastId)
  const heard = useEpisodeHistory(episode.id)
  const shared = startAt(address.get('t'))
  const { isLoaded, isPlaying, canPlay, toggle, media, beginsAt } = useEpisodePlayer({
    episode,
    podcast: podcast.data,
    heard: heard.data,
    startAt: shared,
  })
  const beginning =
    beginsAt > 0 ? `${shared === undefined ? 'Continue at' : 'Play from'} ${formatClock(beginsAt)}` : 'Play'

  if (episode.audioUrl === null) {
    return (
      <Card look="raised">
        <p>The audio of this episode is not here yet. Please come back a little later.</p>
      </Card>
    )
  }
  return (
    <Card className="listener:flex listener:flex-wrap listener:items-center listener:gap-x-5 listener:gap-y-3">
      <Button size="large" disabled={!canPlay} onClick={toggle}>
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {isPlaying ? 'Pause' : isLoaded ? 'Play' : beginning}
      </Button>
      <div className="listener:min-w-0 listener:flex-1 listener:basis-56">
        {isLoaded ? <Position /> : <Rest position={beginsAt} duration={episode.duration} />}
      </div>
      {media && !isLoaded && <QueueButtons media={media} />}
    </Card>
  )
}

/** Where the sound is, and a way to another place in it. */
function Position() {
  const { player } = useShell()
  const { position, duration } = useStore(player.state)
  return (
    <>
      <Slider
        label="Position in this episode"
        value={duration > 0 ? (position / duration) * 100 : 0}
        step={0.1}
        disabled={duration === 0}
        valueText={`${spokenDuration(position)} of ${spokenDuration(duration)}`}
        onChange={(percent) => player.seek((percent / 100) * duration)}
      />
      <Times position={position} duration={duration} />
    </>
  )
}

function Rest({ position, duration }: { position: number; duration: number }) {
  return (
    <>
      <Slider
        label="Position in this episode"
        value={duration > 0 ? (position / duration) * 100 : 0}
        disabled
        valueText={`${spokenDuration(position)} of ${spokenDuration(duration)}`}
        onChange={() => undefined}
      />
      <Times position={position} duration={duration} />
    </>
  )
}

function Times({ position, duration }: { position: number; duration: number }) {
  return (
    <p
      aria-hidden="true"
      className="listener:flex listener:justify-between listener:text-sm listener:text-muted listener:tabular-nums"
    >
      <span>{formatPlayerTime(position)}</span>
      <span>{formatPlayerTime(duration)}</span>
    </p>
  )
}
