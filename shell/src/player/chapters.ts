import { type ChapterStart, chaptersOfNotes } from '@griot/contracts/catalog/chapter-rules'

export type { ChapterStart }

/** "Previous" within these seconds of a chapter leads to the chapter before. */
const START_SECONDS = 3

interface EpisodeWithChapters {
  /** Missing if none were ever saved. */
  chapters?: ChapterStart[] | undefined
  description: string
  duration: number
}

/** The saved chapters, else those that the notes name. */
export const chaptersOf = ({ chapters, description, duration }: EpisodeWithChapters): readonly ChapterStart[] =>
  chapters ?? chaptersOfNotes(description, duration)

/** The chapter at a position, and those before and after it. */
export const chaptersAround = (chapters: readonly ChapterStart[], position: number) => {
  const at = chapters.findLastIndex(({ start }) => start <= position)
  const current = chapters[at]
  const isAtStart = current !== undefined && position - current.start < START_SECONDS
  return { current, previous: isAtStart ? chapters[at - 1] : current, next: chapters[at + 1] }
}
