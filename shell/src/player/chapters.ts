import { startAt } from '@griot/ui/note-parts'

/** A part of an episode that its notes name. */
export interface Chapter {
  /** Seconds. */
  start: number
  title: string
}

// "12:30 Title", "[1:02:03] Title", "(0:00) – Title".
const CHAPTER_LINE = /^[[(]?(\d{1,2}(?::[0-5]\d){1,2})[\])]?\s*[-–—:|]?\s+(\S.*)$/
/** "Previous" within these seconds of a chapter leads to the chapter before. */
const START_SECONDS = 3

/**
 * The chapters of the notes: the lines that begin with a time. Empty with fewer than two, and if the times do not
 * ascend, because then they are times of something else. Times after the end of the recording are left out.
 */
export const readChapters = (notes: string, duration: number): Chapter[] => {
  const lines = notes.split('\n').flatMap((line): Chapter[] => {
    const [, time, title] = CHAPTER_LINE.exec(line.trim()) ?? []
    const start = time === undefined ? undefined : startAt(time)
    return start !== undefined && title !== undefined && start < duration ? [{ start, title }] : []
  })
  const isAscending = lines.every(({ start }, at) => at === 0 || start > (lines[at - 1]?.start ?? 0))
  return lines.length >= 2 && isAscending ? lines : []
}

/** The chapter at a position, and those before and after it. The first chapter may begin later than the episode. */
export const chaptersAround = (chapters: readonly Chapter[], position: number) => {
  const at = chapters.findLastIndex(({ start }) => start <= position)
  const current = chapters[at]
  const isAtStart = current !== undefined && position - current.start < START_SECONDS
  return { current, previous: isAtStart ? chapters[at - 1] : current, next: chapters[at + 1] }
}
