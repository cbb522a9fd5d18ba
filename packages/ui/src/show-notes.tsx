import { clsx } from 'clsx'
import { spokenDuration } from './format.ts'
import { readNotes } from './note-parts.ts'

interface ShowNotesProps {
  notes: string
  /** Seconds of the recording. A later time is text. */
  duration: number
  /** Plays from a time of the notes. Without it, times are text. */
  onTime?: ((seconds: number) => void) | undefined
  className?: string
}

/** A description with links and with times, such as 12:30, that play from that position. */
export function ShowNotes({ notes, duration, onTime, className }: ShowNotesProps) {
  let at = 0
  return (
    <p className={clsx('g-notes', className)}>
      {readNotes(notes, duration).map((part) => {
        const key = at
        at += part.text.length
        if (part.kind === 'link') {
          return (
            <a key={key} href={part.href} target="_blank" rel="noreferrer nofollow ugc">
              {part.text}
            </a>
          )
        }
        if (part.kind === 'time' && onTime) {
          const { seconds } = part
          return (
            <button
              key={key}
              type="button"
              aria-label={`${part.text}, play from ${spokenDuration(seconds)}`}
              onClick={() => onTime(seconds)}
            >
              {part.text}
            </button>
          )
        }
        return part.text
      })}
    </p>
  )
}
