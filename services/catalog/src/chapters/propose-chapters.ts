import { type ChapterStart, chaptersInside, chaptersOfNotes } from '@griot/contracts/catalog/chapter-rules'
import type { ChapterProposal } from '@griot/contracts/catalog/chapters'
import type { ChapterRow } from './chapters.queries.ts'

/** Encoders move the first chapter by their delay. */
const DELAY_SECONDS = 1

/** The chapters of a file, beginning at 0. */
const fromStart = (chapters: readonly ChapterStart[]): ChapterStart[] => {
  const [first, ...others] = chapters
  if (first === undefined) return []
  return first.start < DELAY_SECONDS
    ? [{ ...first, start: 0 }, ...others]
    : [{ start: 0, title: 'Beginning' }, ...chapters]
}

/** Lists that the creator may accept, the most reliable first. */
export const proposeChapters = ({ fileChapters, notes, duration }: Omit<ChapterRow, 'chapters'>) => {
  const proposals: ChapterProposal[] = [
    { source: 'file', chapters: fromStart(chaptersInside(fileChapters ?? [], duration)) },
    { source: 'notes', chapters: chaptersOfNotes(notes, duration) },
  ]
  return proposals.filter(({ chapters }) => chapters.length > 1)
}
