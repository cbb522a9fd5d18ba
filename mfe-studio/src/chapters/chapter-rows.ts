import { type ChapterStart, startProblems } from '@griot/contracts/catalog/chapter-rules'
import type { Chapter as SavedChapter } from '@griot/contracts/catalog/chapters'
import { formatTime, parseTime } from '@griot/contracts/time-text'
import { Chapter } from '../schemas.ts'

/** The text of the fields of a chapter. */
export interface ChapterRow {
  start: string
  title: string
  url: string
  img: string
}

export const rowsOf = (chapters: readonly SavedChapter[]): ChapterRow[] =>
  chapters.map(({ start, title, url = '', img = '' }) => ({ start: formatTime(start), title, url, img }))

export const emptyRow = (seconds: number): ChapterRow => ({ start: formatTime(seconds), title: '', url: '', img: '' })

const secondsOf = ({ start }: ChapterRow) => parseTime(start.trim())

/** By time. Rows without a time come last. */
export const sortRows = (rows: readonly ChapterRow[]) =>
  rows.toSorted((a, b) => (secondsOf(a) ?? Number.MAX_SAFE_INTEGER) - (secondsOf(b) ?? Number.MAX_SAFE_INTEGER))

/** The place of a new chapter in sorted rows. */
export const placeFor = (rows: readonly ChapterRow[], seconds: number) => {
  const at = rows.findIndex((row) => (secondsOf(row) ?? 0) > seconds)
  return at === -1 ? rows.length : at
}

/** The rows that have a time, with their index. */
export const marksOf = (rows: readonly ChapterRow[]) =>
  rows.flatMap((row, index): (ChapterStart & { index: number })[] => {
    const start = secondsOf(row)
    return start === undefined ? [] : [{ start, title: row.title, index }]
  })

type RowErrors = Partial<Record<keyof ChapterRow, string>>

/** The chapters of sorted rows, or the sentences about their fields, by row. */
export const checkRows = (rows: readonly ChapterRow[], duration: number) => {
  const checked = rows.map((row) => {
    const { title, url, img } = row
    const links = { ...(url.trim() !== '' && { url }), ...(img.trim() !== '' && { img }) }
    return Chapter.safeParse({ start: secondsOf(row), title, ...links })
  })
  const problems = startProblems(
    rows.map((row) => secondsOf(row) ?? Number.NaN),
    duration,
  )
  const errors = checked.map(({ error }, at) => {
    const found: RowErrors = {}
    for (const { path, message } of error?.issues ?? []) found[path[0] as keyof ChapterRow] ??= message
    const problem = problems[at]
    if (problem !== undefined) found.start ??= problem
    return found
  })
  return { errors, chapters: checked.flatMap(({ data }) => data ?? []) }
}
