import type { TipTarget } from '@griot/shell-sdk/contract'
import { Button } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { formatClock, spokenDuration } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Slider } from '@griot/ui/slider'
import { Spinner } from '@griot/ui/spinner'
import HandCoins from 'lucide-react/icons/hand-coins'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { useLayoutEffect, useRef } from 'react'
import type { Player, PlayerSnapshot } from './engine.ts'
import { SKIP_SECONDS } from './media-session.ts'
import { SkipIcon } from './skip-icon.tsx'

interface PlayerBarProps {
  player: Player
  snapshot: PlayerSnapshot
  onTip: (target: TipTarget) => void
}

/** The sound's controls, at the bottom of every page while an episode is loaded. */
export function PlayerBar({ player, snapshot, onTip }: PlayerBarProps) {
  const { episode, podcast, problem } = snapshot
  const bar = useReservedHeight()
  if (!episode || !podcast) return null

  const handleTip = () =>
    onTip({
      podcastId: podcast.id,
      podcastTitle: podcast.title,
      receiverId: podcast.hostId,
      receiverName: podcast.hostName,
      episodeId: episode.id,
    })

  return (
    <section ref={bar} className="player-bar" aria-label="Audio player">
      <div className="player-what">
        <Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} eager className="player-cover" />
        <div className="min-w-0">
          <p className="player-title">{episode.title}</p>
          <p className="player-show">{podcast.title}</p>
        </div>
      </div>

      <div className="player-buttons">
        <IconButton label="Back 15 seconds" onClick={() => player.skip(-SKIP_SECONDS)}>
          <SkipIcon direction="back" />
        </IconButton>
        <PlayButton player={player} status={snapshot.status} />
        <IconButton label="Forward 15 seconds" onClick={() => player.skip(SKIP_SECONDS)}>
          <SkipIcon direction="forward" />
        </IconButton>
      </div>

      <PlayerProgress player={player} snapshot={snapshot} />

      <div className="player-more">
        <Button look="points" size="small" className="player-tip" onClick={handleTip}>
          <HandCoins aria-hidden="true" />
          Tip Creator
        </Button>
        <IconButton
          label={snapshot.muted ? 'Unmute' : 'Mute'}
          aria-pressed={snapshot.muted}
          onClick={player.toggleMute}
        >
          {snapshot.muted || snapshot.volume === 0 ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
        </IconButton>
        <Slider
          label="Volume"
          className="player-volume"
          value={snapshot.muted ? 0 : snapshot.volume}
          valueText={snapshot.muted ? 'Muted' : `${snapshot.volume} percent`}
          onChange={player.setVolume}
        />
      </div>

      {problem && (
        <div className="player-problem" role="alert">
          <span>{problem}</span>
          {snapshot.status === 'failed' && episode.audioUrl && (
            <Button look="secondary" size="small" onClick={player.retry}>
              <RotateCcw aria-hidden="true" />
              Retry
            </Button>
          )}
        </div>
      )}
    </section>
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

function PlayerProgress({ player, snapshot: { position, duration } }: { player: Player; snapshot: PlayerSnapshot }) {
  const percent = duration > 0 ? (position / duration) * 100 : 0
  return (
    <div className="player-progress">
      <span className="player-time">{formatClock(position, duration)}</span>
      <Slider
        label="Progress"
        step={0.1}
        value={Math.round(percent * 10) / 10}
        valueText={`${spokenDuration(position)} of ${spokenDuration(duration)}`}
        disabled={duration <= 0}
        onChange={(value) => player.seek((value / 100) * duration)}
      />
      <span className="player-time">{formatClock(duration)}</span>
    </div>
  )
}

/** Tells the page how much of its bottom the bar covers, so that nothing ends up beneath it. */
const useReservedHeight = () => {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const reserve = () => style.setProperty('--g-player-height', `${element.offsetHeight}px`)
    reserve()
    const observer = new ResizeObserver(reserve)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--g-player-height')
    }
  }, [])
  return bar
}
