import type { TipTarget } from '@griot/shell-sdk/contract'
import { useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { formatPlayerTime, spokenDuration } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Slider } from '@griot/ui/slider'
import { Spinner } from '@griot/ui/spinner'
import type { LucideIcon } from 'lucide-react'
import ListMusic from 'lucide-react/icons/list-music'
import Moon from 'lucide-react/icons/moon'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { type CSSProperties, type MouseEvent, type ReactNode, useState } from 'react'
import { type ChapterStart, chaptersAround } from './chapters.ts'
import { describeEarnings } from './earnings.ts'
import { isSounding } from './empty-player.ts'
import type { PlayerSnapshot } from './engine-state.ts'
import { SKIP_SECONDS } from './media-session.ts'
import type { Playback } from './playback.ts'

// The parts that the player bar and the large player share.

export interface PlaybackProps {
  playback: Playback
  snapshot: PlayerSnapshot
}

/** On phones, speed and sleep timer have sheets of their own. */
export type SheetName = 'queue' | 'playback' | 'speed' | 'sleep'

export interface PlayerViewProps extends PlaybackProps {
  onTip: (target: TipTarget) => void
  onNavigate: (path: string) => void
  onSheet: (sheet: SheetName) => void
}

export const tipFor = ({ episode, podcast }: PlayerSnapshot): TipTarget | null =>
  episode &&
  podcast && {
    podcastId: podcast.id,
    podcastTitle: podcast.title,
    receiverId: podcast.hostId,
    receiverName: podcast.hostName,
    episodeId: episode.id,
  }

export function PlayerButtons({ playback: { player }, snapshot: { status } }: PlaybackProps) {
  const isOn = isSounding({ status })
  const isWaiting = status === 'loading' || status === 'buffering'
  return (
    <div className="player-buttons">
      <IconButton label="Back 15 seconds" onClick={() => player.skip(-SKIP_SECONDS)}>
        <SkipIcon Arrow={RotateCcw} />
      </IconButton>
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
      <IconButton label="Forward 15 seconds" onClick={() => player.skip(SKIP_SECONDS)}>
        <SkipIcon Arrow={RotateCw} />
      </IconButton>
    </div>
  )
}

function SkipIcon({ Arrow }: { Arrow: LucideIcon }) {
  return (
    <span className="skip-icon" aria-hidden="true">
      <Arrow strokeWidth={1.75} />
      <span>15</span>
    </span>
  )
}

interface PlayerProgressProps extends PlaybackProps {
  /** In place of the total time. */
  showsTimeLeft?: boolean
  chapters?: readonly ChapterStart[]
}

export function PlayerProgress({ playback: { player }, snapshot, ...rest }: PlayerProgressProps) {
  const { showsTimeLeft = false, chapters = [] } = rest
  const { position, duration } = snapshot
  const percent = duration > 0 ? (position / duration) * 100 : 0
  return (
    <div className="player-progress">
      <span className="player-time">{formatPlayerTime(position)}</span>
      <div className="player-slider">
        <ChapterMarks chapters={chapters} duration={duration} />
        <Slider
          label="Progress"
          step={0.1}
          value={Math.round(percent * 10) / 10}
          valueText={positionText(position, duration, chapters)}
          disabled={duration <= 0}
          onChange={(value) => player.seek((value / 100) * duration)}
        />
      </div>
      {showsTimeLeft ? (
        <TimeLeft position={position} duration={duration} />
      ) : (
        <span className="player-time">{formatPlayerTime(duration)}</span>
      )}
    </div>
  )
}

/** For screen readers: "5 minutes of 10 minutes, The river". */
export const positionText = (position: number, duration: number, chapters: readonly ChapterStart[]) => {
  const { current } = chaptersAround(chapters, position)
  return `${spokenDuration(position)} of ${spokenDuration(duration)}${current ? `, ${current.title}` : ''}`
}

interface ChapterMarksProps {
  chapters: readonly ChapterStart[]
  duration: number
}

/** A line at the start of each chapter. The slider stays the only control. */
export const ChapterMarks = ({ chapters, duration }: ChapterMarksProps) =>
  chapters.map(({ start }) => (
    <span
      key={start}
      className="chapter-mark"
      aria-hidden="true"
      style={{ '--at': start / duration } as CSSProperties}
    />
  ))

export function TimeLeft({ position, duration }: Pick<PlayerSnapshot, 'position' | 'duration'>) {
  return (
    <span className="player-time">
      −{formatPlayerTime(duration - position)}
      <span className="g-visually-hidden"> left</span>
    </span>
  )
}

/** iOS ignores the volume that a page sets. */
const canSetVolume = () => {
  const audio = new Audio()
  audio.volume = 0.5
  return audio.volume === 0.5
}

export function PlayerVolume({ playback: { player }, snapshot: { muted, volume } }: PlaybackProps) {
  const [hasSlider] = useState(canSetVolume)
  return (
    <>
      <IconButton label={muted ? 'Unmute' : 'Mute'} aria-pressed={muted} onClick={player.toggleMute}>
        {muted || volume === 0 ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      </IconButton>
      {hasSlider && (
        <Slider
          label="Volume"
          className="player-volume"
          value={muted ? 0 : volume}
          valueText={muted ? 'Muted' : `${volume} percent`}
          onChange={player.setVolume}
        />
      )}
    </>
  )
}

export function PlayerProblem({ playback: { player }, snapshot: { problem, status, episode } }: PlaybackProps) {
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

/** Buttons that open the sheets for speed and sleep timer, and for the queue. */
export function SheetButtons({ playback, snapshot: { rate }, onSheet }: PlayerViewProps) {
  const queued = useStore(playback.queue.state).length
  const isSleepSet = useStore(playback.sleepTimer.state, ({ until }) => until !== 'off')
  const label = `Speed and sleep timer: ${rate}×${isSleepSet ? ', timer on' : ''}`
  return (
    <>
      <IconButton label={label} className="player-speed" onClick={() => onSheet('playback')}>
        <span aria-hidden="true">{rate}×</span>
        {isSleepSet && <Moon aria-hidden="true" className="player-mark" />}
      </IconButton>
      <IconButton
        label={queued > 0 ? `Queue, ${queued} waiting` : 'Queue'}
        className="relative"
        onClick={() => onSheet('queue')}
      >
        <ListMusic aria-hidden="true" />
        {queued > 0 && (
          <span aria-hidden="true" className="player-mark player-count">
            {queued}
          </span>
        )}
      </IconButton>
    </>
  )
}

interface PageLinkProps {
  to: string
  onNavigate: (path: string) => void
  children: ReactNode
}

/** A link from outside the router: the player has a React root of its own. */
export function PageLink({ to, onNavigate, children }: PageLinkProps) {
  const handleClick = (event: MouseEvent) => {
    // The browser opens the link in a new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onNavigate(to)
  }
  return (
    <a href={to} onClick={handleClick}>
      {children}
    </a>
  )
}

/** The points that further listening can earn; null while unknown. */
export const useEarnings = ({ playback, snapshot }: PlaybackProps) => {
  const { episode, duration } = snapshot
  const [rules, heard, points] = [playback.rules(), playback.heard(), playback.pending()]
  if (!rules || !heard || heard.episodeId !== episode?.id || duration <= 0) return null
  return { ...describeEarnings(rules, heard, snapshot), points }
}
