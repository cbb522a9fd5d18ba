import './waveform-slider.css'
import { formatPlayerTime, spokenDuration } from '@griot/ui/format'
import { type CSSProperties, type PointerEvent, useMemo, useState } from 'react'
import { type ControlProps, PlayerProgress } from './controls.tsx'
import { type Peaks, usePeaks } from './use-peaks.ts'
import { BARS, levelsOf, pathOf } from './waveform.ts'

/** Where in the episode we are, drawn as its sound. Without a waveform it is the plain slider. */
export function WaveformProgress({ player, snapshot }: ControlProps) {
  const peaks = usePeaks(snapshot.episode?.audioUrl ?? null)
  if (peaks.status === 'none' || snapshot.duration <= 0) return <PlayerProgress player={player} snapshot={snapshot} />
  return <WaveformSlider player={player} snapshot={snapshot} peaks={peaks} />
}

function WaveformSlider({ player, snapshot: { position, duration }, peaks }: ControlProps & { peaks: Peaks }) {
  const drawing = useMemo(() => pathOf(peaks.status === 'here' ? levelsOf(peaks.bytes) : Array(BARS).fill(0)), [peaks])
  // Under a finger the place is only shown; the sound goes there when it is let go.
  const [held, setHeld] = useState<number | null>(null)
  const seconds = held ?? position
  const percent = (seconds / duration) * 100

  const placeOf = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / width)) * duration
  }
  const handleDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld(placeOf(event))
  }
  const handleMove = (event: PointerEvent) => {
    if (held !== null) setHeld(placeOf(event))
  }
  const handleUp = (event: PointerEvent) => {
    if (held !== null) player.seek(placeOf(event))
    setHeld(null)
  }

  return (
    <div className="waveform-progress">
      <div
        className="waveform"
        data-held={held !== null}
        style={{ '--played': `${percent}%` } as CSSProperties}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={() => setHeld(null)}
      >
        <Bars drawing={drawing} />
        <Bars drawing={drawing} className="waveform-played" />
        {/* A native range for keys and screen readers; fingers and mice have the whole waveform. */}
        <input
          type="range"
          aria-label="Progress"
          aria-valuetext={`${spokenDuration(seconds)} of ${spokenDuration(duration)}`}
          min={0}
          max={100}
          step={0.1}
          value={Math.round(percent * 10) / 10}
          onChange={(event) => player.seek((event.currentTarget.valueAsNumber / 100) * duration)}
        />
      </div>
      <div className="waveform-times">
        <span className="player-time">{formatPlayerTime(seconds)}</span>
        <span className="player-time">{formatPlayerTime(duration)}</span>
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
