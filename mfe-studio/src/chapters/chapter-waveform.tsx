import type { ChapterStart } from '@griot/contracts/catalog/chapter-rules'
import { formatTime } from '@griot/contracts/time-text'
import { type PointerEvent, useRef, useState } from 'react'
import { usePeaks } from '../media/api.ts'
import { WaveformPicture } from '../media/waveform-picture.tsx'

interface Mark extends ChapterStart {
  index: number
}

interface ChapterWaveformProps {
  audioFileId: string
  title: string
  duration: number
  position: number
  marks: readonly Mark[]
  onSeek: (seconds: number) => void
  onMove: (index: number, start: string) => void
  /** The pointer released the mark. */
  onMoved: () => void
}

const MARK =
  'studio:absolute studio:inset-y-0 studio:-ms-3 studio:grid studio:w-6 studio:cursor-ew-resize studio:touch-none studio:justify-items-center studio:text-action'
const LINE = 'studio:pointer-events-none studio:w-0.5 studio:bg-current'

/** The waveform of the recording, whose marks can be dragged. The time fields do the same by keyboard. */
export function ChapterWaveform(props: ChapterWaveformProps) {
  const { audioFileId, title, duration, position, marks, onSeek, onMove, onMoved } = props
  const box = useRef<HTMLDivElement>(null)
  const peaks = usePeaks({ id: audioFileId })
  const [dragged, setDragged] = useState<number | null>(null)
  const percent = (seconds: number) => `${Math.min(100, (seconds / duration) * 100)}%`

  const secondsAt = ({ clientX }: PointerEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * duration * 10) / 10
  }
  const isPressed = ({ isPrimary, button }: PointerEvent) => isPrimary && button === 0
  const handleGrab = (event: PointerEvent, index: number) => {
    if (!isPressed(event)) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(index)
  }
  const handleDrag = (event: PointerEvent) => {
    if (dragged !== null) onMove(dragged, formatTime(secondsAt(event)))
  }
  const handleRelease = () => {
    if (dragged === null) return
    setDragged(null)
    onMoved()
  }

  return (
    <div className="studio:grid studio:gap-1">
      <div
        ref={box}
        className="studio:relative studio:h-16 studio:cursor-pointer studio:rounded-m studio:bg-raised studio:select-none"
        // A finger on the waveform does not pull the dialog down.
        onTouchStart={(event) => event.stopPropagation()}
        onPointerDown={(event) => isPressed(event) && onSeek(secondsAt(event))}
      >
        {peaks.data && <WaveformPicture peaks={peaks.data} label={`Waveform of ${title}`} className="studio:h-16" />}
        <span
          aria-hidden="true"
          className={`studio:absolute studio:inset-y-0 studio:text-ink ${LINE}`}
          style={{ insetInlineStart: percent(position) }}
        />
        {marks.map(({ index, start, title }) => (
          <span
            key={index}
            aria-hidden="true"
            data-chapter-mark={index}
            title={title}
            className={MARK}
            style={{ insetInlineStart: percent(start) }}
            onPointerDown={(event) => handleGrab(event, index)}
            onPointerMove={handleDrag}
            onPointerUp={handleRelease}
            onPointerCancel={handleRelease}
          >
            <span className={LINE} />
          </span>
        ))}
      </div>
      <p className="studio:text-sm studio:text-muted">
        Position {formatTime(Math.round(position * 10) / 10)}. Drag a mark, or press the up and down keys in a field
        “Start”: they move the chapter by a second, with Shift by a tenth.
      </p>
    </div>
  )
}
