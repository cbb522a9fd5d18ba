import { readNotes } from '@griot/ui/note-parts'
import type { ReactNode } from 'react'
import { cutHtml } from '../public/feed/notes.ts'

/** A page has at most 30 kB. */
const MAX_BYTES = 8_000

interface NotesProps {
  text: string
  /** Sanitized when it was stored. */
  html: string | null
  /** Seconds of the recording: times in plain notes before its end are links. */
  duration: number
}

/** The description of a show or the notes of an episode. */
export function Notes({ text, html, duration }: NotesProps) {
  if (html !== null) {
    const shown = cutHtml(html, text, MAX_BYTES)
    return (
      <>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: catalog sanitizes HTML before it stores it */}
        <div className="notes" dangerouslySetInnerHTML={{ __html: shown }} />
        {shown !== html && <p className="muted">This text is shortened. The app shows all of it.</p>}
      </>
    )
  }
  let at = 0
  return (
    <p className="notes plain">
      {readNotes(text, duration).map((part) => {
        const key = at
        at += part.text.length
        if (part.kind === 'text') return part.text
        if (part.kind === 'time') {
          return (
            <StartLink key={key} seconds={part.seconds}>
              {part.text}
            </StartLink>
          )
        }
        return (
          <a key={key} href={part.href} rel="noreferrer nofollow ugc">
            {part.text}
          </a>
        )
      })}
    </p>
  )
}

/** Starts playback at a position: without a script, by a new page. */
export function StartLink({ seconds, children }: { seconds: number; children: ReactNode }) {
  return (
    <a href={`?t=${Math.floor(seconds)}`} data-start={seconds}>
      {children}
    </a>
  )
}
