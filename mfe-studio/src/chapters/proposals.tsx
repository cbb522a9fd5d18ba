import type { Chapter, ChapterProposal } from '@griot/contracts/catalog/chapters'
import { formatTime } from '@griot/contracts/time-text'
import { Button } from '@griot/ui/button'
import { type ChapterRow, rowsOf } from './chapter-rows.ts'

const SOURCES = { file: 'The audio file contains', notes: 'The times in the notes make' }

interface ProposalsProps {
  proposals: readonly ChapterProposal[]
  rows: readonly ChapterRow[]
  onAccept: (chapters: Chapter[]) => void
}

const sameText = (rows: readonly ChapterRow[]) => JSON.stringify(rows.map(({ start, title }) => [start, title]))

/** Chapters that the creator may use in place of the present ones. */
export function Proposals({ proposals, rows, onAccept }: ProposalsProps) {
  return proposals
    .filter(({ chapters }) => sameText(rowsOf(chapters)) !== sameText(rows))
    .map(({ source, chapters }) => (
      <section
        key={source}
        aria-label={source === 'file' ? 'Chapters of the audio file' : 'Chapters of the notes'}
        className="studio:grid studio:gap-2 studio:rounded-m studio:bg-raised studio:p-4"
      >
        <p>
          {SOURCES[source]} {chapters.length} chapters.
        </p>
        <details>
          <summary className="studio:cursor-pointer studio:py-1 studio:text-sm">Show them</summary>
          <ol className="studio:grid studio:gap-1 studio:text-sm studio:wrap-anywhere">
            {chapters.map(({ start, title }) => (
              <li key={start}>
                {formatTime(start)} {title}
              </li>
            ))}
          </ol>
        </details>
        <div>
          <Button look="secondary" size="small" onClick={() => onAccept(chapters)}>
            {rows.length > 0 ? 'Replace the chapters by these' : 'Use these chapters'}
          </Button>
        </div>
      </section>
    ))
}
