import { formatTime, parseTime } from '@griot/contracts/time-text'
import { IconButton } from '@griot/ui/icon-button'
import { Input } from '@griot/ui/input'
import Crosshair from 'lucide-react/icons/crosshair'
import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash-2'
import type { KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ChapterRow } from './chapter-rows.ts'

export interface ChapterValues {
  rows: ChapterRow[]
}

interface ChapterFieldsProps {
  index: number
  duration: number
  /** Null without audio. */
  position: number | null
  onPlay: (seconds: number) => void
  onStart: (index: number, start: string) => void
  onRemove: (index: number) => void
}

const STEP_SECONDS = 1
const FINE_STEP_SECONDS = 0.1

/** The fields of one chapter. */
export function ChapterFields({ index, duration, position, onPlay, onStart, onRemove }: ChapterFieldsProps) {
  const { register, formState, getValues } = useFormContext<ChapterValues>()
  const errors = formState.errors.rows?.[index]
  const name = `chapter ${index + 1}`
  const field = (key: keyof ChapterRow) => ({
    ...register(`rows.${index}.${key}`),
    error: errors?.[key]?.message,
  })
  const seconds = () => parseTime(getValues(`rows.${index}.start`).trim()) ?? 0

  const handleKey = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const moved = seconds() + direction * (event.shiftKey ? FINE_STEP_SECONDS : STEP_SECONDS)
    onStart(index, formatTime(Math.max(0, duration > 0 ? Math.min(moved, duration) : moved)))
  }

  return (
    <fieldset className="studio:grid studio:gap-2">
      <legend className="g-visually-hidden">Chapter {index + 1}</legend>
      <div className="studio:grid studio:grid-cols-[6.5rem_minmax(0,1fr)] studio:items-start studio:gap-3">
        <Input label="Start" inputMode="text" autoComplete="off" onKeyDown={handleKey} {...field('start')} />
        <Input label="Title" maxLength={200} autoComplete="off" {...field('title')} />
      </div>
      <div className="studio:flex studio:flex-wrap studio:items-center studio:justify-between studio:gap-x-4">
        <details open={errors?.url || errors?.img ? true : undefined} className="studio:min-w-0 studio:flex-1">
          <summary className="studio:cursor-pointer studio:py-2 studio:text-sm">Link and picture</summary>
          <div className="studio:grid studio:gap-3 studio:pb-2">
            <Input label="Link" type="url" placeholder="https://" {...field('url')} />
            <Input label="Address of a picture" type="url" placeholder="https://" {...field('img')} />
          </div>
        </details>
        <span className="studio:-me-2 studio:flex studio:self-start">
          {position !== null && (
            <>
              <IconButton label={`Play from the start of ${name}`} onClick={() => onPlay(seconds())}>
                <Play aria-hidden="true" />
              </IconButton>
              <IconButton
                label={`Start ${name} at this position`}
                onClick={() => onStart(index, formatTime(Math.round(position * 10) / 10))}
              >
                <Crosshair aria-hidden="true" />
              </IconButton>
            </>
          )}
          <IconButton label={`Delete ${name}`} onClick={() => onRemove(index)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </div>
    </fieldset>
  )
}
