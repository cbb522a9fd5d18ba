import { parseTime } from '../time-text.ts'

// Without schemas, so that the player needs no zod.

/** A chapter as the player needs it. */
export interface ChapterStart {
  /** Seconds, to the millisecond. */
  start: number
  title: string
}

export const MAX_CHAPTERS = 300
export const MAX_TITLE = 200

// "12:30 Title", "[1:02:03] Title", "(0:00) – Title".
const CHAPTER_LINE = /^[[(]?(\d{1,2}(?::[0-5]\d){1,2})[\])]?\s*[-–—:|]?\s+(\S.*)$/
/** Fewer lines with times are no list of chapters. */
const MIN_LINES = 3

/**
 * The chapters of the notes: the lines that begin with a time. None with fewer than three, if the first time is not 0, and
 * if the times do not ascend, because then they are times of something else. Leaves out times after the end of the recording;
 * a duration of 0 is unknown.
 */
export const chaptersOfNotes = (notes: string, duration: number): ChapterStart[] => {
  const lines = notes.split('\n').flatMap((line): ChapterStart[] => {
    const [, time = '', title = ''] = CHAPTER_LINE.exec(line.trim()) ?? []
    const start = parseTime(time)
    return start === undefined ? [] : [{ start, title: title.slice(0, MAX_TITLE) }]
  })
  const isAscending = lines.every(({ start }, at) => at === 0 || start > (lines[at - 1]?.start ?? 0))
  const isList = lines.length >= MIN_LINES && lines[0]?.start === 0 && isAscending
  return isList ? chaptersInside(lines, duration).slice(0, MAX_CHAPTERS) : []
}

/** The chapters that start before the end of the recording. The audio may have been replaced by a shorter one. */
export const chaptersInside = <Chapter extends ChapterStart>(chapters: readonly Chapter[], duration: number) =>
  chapters.filter(({ start }) => duration <= 0 || start < duration)

/** The sentences about chapters that do not follow each other from 0 to the end, by the index of the chapter. */
export const startProblems = (starts: readonly number[], duration: number): Record<number, string> => {
  const problems: Record<number, string> = {}
  for (const [at, start] of starts.entries()) {
    const before = starts[at - 1]
    if (before === undefined && start !== 0) problems[at] = 'The first chapter starts at 0:00.'
    else if (before !== undefined && start <= before) problems[at] = 'This is not after the chapter before it.'
    else if (duration > 0 && start >= duration) problems[at] = 'This is after the end of the recording.'
  }
  return problems
}
