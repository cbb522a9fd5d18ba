import { Button } from '@griot/ui/button'
import { formatPlayerTime, spokenDuration } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Slider } from '@griot/ui/slider'
import { Spinner } from '@griot/ui/spinner'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import type { Player, PlayerSnapshot } from './engine.ts'
import { SKIP_SECONDS } from './media-session.ts'
import { SkipIcon } from './skip-icon.tsx'

export interface ControlProps {
  player: Player
  snapshot: PlayerSnapshot
}

/** Back, play or pause, forward. */
export function PlayerButtons({ player, snapshot }: ControlProps) {
  return (
    <div className="player-buttons">
      <IconButton label="Back 15 seconds" onClick={() => player.skip(-SKIP_SECONDS)}>
        <SkipIcon direction="back" />
      </IconButton>
      <PlayButton player={player} status={snapshot.status} />
      <IconButton label="Forward 15 seconds" onClick={() => player.skip(SKIP_SECONDS)}>
        <SkipIcon direction="forward" />
      </IconButton>
    </div>
  )
}

function PlayButton({ player, status }: { player: Player; status: PlayerSnapshot['status'] }) {
  const isOn = status === 'playing' || status === 'loading' || status === 'buffering'
  const isWaiting = status === 'loading' || status === 'buffering'
  return (
    <IconButton
      label={isOn ? 'Pause' : 'Play'}
      look="primary"
      className="player-play"
      aria-busy={isWaiting}
      onClick={isOn ? player.pause : player.play}
    >
      {isWaiting ? (
        <Spinner />
      ) : isOn ? (
        <Pause aria-hidden="true" fill="currentColor" />
      ) : (
        <Play aria-hidden="true" fill="currentColor" />
      )}
    </IconButton>
  )
}

export function PlayerProgress({ player, snapshot: { position, duration } }: ControlProps) {
  const percent = duration > 0 ? (position / duration) * 100 : 0
  return (
    <div className="player-progress">
      <span className="player-time">{formatPlayerTime(position)}</span>
      <Slider
        label="Progress"
        step={0.1}
        value={Math.round(percent * 10) / 10}
        valueText={`${spokenDuration(position)} of ${spokenDuration(duration)}`}
        disabled={duration <= 0}
        onChange={(value) => player.seek((value / 100) * duration)}
      />
      <span className="player-time">{formatPlayerTime(duration)}</span>
    </div>
  )
}

export function PlayerVolume({ player, snapshot: { muted, volume } }: ControlProps) {
  return (
    <>
      <IconButton label={muted ? 'Unmute' : 'Mute'} aria-pressed={muted} onClick={player.toggleMute}>
        {muted || volume === 0 ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      </IconButton>
      <Slider
        label="Volume"
        className="player-volume"
        value={muted ? 0 : volume}
        valueText={muted ? 'Muted' : `${volume} percent`}
        onChange={player.setVolume}
      />
    </>
  )
}

export function PlayerProblem({ player, snapshot: { problem, status, episode } }: ControlProps) {
  if (!problem) return null
  return (
    <div className="player-problem" role="alert">
      <span>{problem}</span>
      {status === 'failed' && episode?.audioUrl && (
        <Button look="secondary" size="small" onClick={player.retry}>
          <RotateCcw aria-hidden="true" />
          Retry
        </Button>
      )}
    </div>
  )
}
