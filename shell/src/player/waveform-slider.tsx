import './waveform-slider.css'
import { peaksPathFor } from '@griot/contracts/media/streaming'
import { fetchApi } from '@griot/shell-sdk/http'
import { formatPlayerTime } from '@griot/ui/format'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type CSSProperties, type PointerEvent, useMemo, useState } from 'react'
import type { ChapterStart } from './chapters.ts'
import { ChapterMarks, type PlaybackProps, PlayerProgress, positionText, TimeLeft } from './controls.tsx'
import { BARS, levelsOf, pathOf } from './waveform.ts'

/** The peaks of an audio file: undefined while they load, null if they do not or there are none. */
const usePeaks = (audioUrl: string | null) => {
  const path = audioUrl && peaksPathFor(audioUrl)
  const { data, isError } = useQuery({
    queryKey: [path],
    queryFn: path ? ({ signal }) => fetchPeaks(path, signal) : skipToken,
  })
  return !path || isError ? null : data
}

const fetchPeaks = async (path: string, signal: AbortSignal) => {
  const response = await fetchApi(path, { credentials: 'include', signal })
  // Files processed before waveforms were introduced have none.
  if (!response.ok) return null
  const peaks = new Uint8Array(await response.arrayBuffer())
  return peaks.length > 0 ? peaks : null
}

interface ProgressProps extends PlaybackProps {
  /** Drawn as marks. */
  chapters: readonly ChapterStart[]
}

/** The progress slider, drawn as a waveform if there is one. */
export function WaveformProgress(props: ProgressProps) {
  const { episode, duration } = props.snapshot
  const peaks = usePeaks(episode?.audioUrl ?? null)
  if (peaks === null || duration <= 0) return <PlayerProgress {...props} showsTimeLeft />
  return <WaveformSlider {...props} peaks={peaks} />
}

interface WaveformSliderProps extends ProgressProps {
  /** Undefined while they load. */
  peaks: Uint8Array | undefined
}

function WaveformSlider({ playback: { player }, snapshot, peaks, chapters }: WaveformSliderProps) {
  const { position, duration } = snapshot
  const drawing = useMemo(() => pathOf(peaks ? levelsOf(peaks) : Array(BARS).fill(0)), [peaks])
  // While dragging, the position is only shown. The player seeks on release.
  const [dragged, setDragged] = useState<number | null>(null)
  const seconds = dragged ?? position
  const percent = (seconds / duration) * 100

  const secondsAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / width)) * duration
  }
  const handleDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(secondsAt(event))
  }
  const handleMove = (event: PointerEvent) => {
    if (dragged !== null) setDragged(secondsAt(event))
  }
  const handleUp = (event: PointerEvent) => {
    if (dragged !== null) player.seek(secondsAt(event))
    setDragged(null)
  }

  return (
    <div className="waveform-progress">
      <div
        className="waveform"
        // A finger on the waveform seeks, and does not pull the player down.
        onTouchStart={(event) => event.stopPropagation()}
        data-held={dragged !== null}
        style={{ '--played': `${percent}%` } as CSSProperties}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={() => setDragged(null)}
      >
        <Bars drawing={drawing} />
        <Bars drawing={drawing} className="waveform-played" />
        <ChapterMarks chapters={chapters} duration={duration} />
        {/* For keys and screen readers. Pointers use the whole waveform. */}
        <input
          type="range"
          aria-label="Progress"
          aria-valuetext={positionText(seconds, duration, chapters)}
          min={0}
          max={100}
          step={0.1}
          value={Math.round(percent * 10) / 10}
          onChange={(event) => player.seek((event.currentTarget.valueAsNumber / 100) * duration)}
        />
      </div>
      <div className="waveform-times">
        <span className="player-time">{formatPlayerTime(seconds)}</span>
        <TimeLeft position={seconds} duration={duration} />
      </div>
    </div>
  )
}

function Bars({ drawing, className }: { drawing: string; className?: string }) {
  return (
    <svg viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" aria-hidden="true" className={className}>
      <path d={drawing} />
    </svg>
  )
}
