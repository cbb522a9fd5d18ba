import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { HttpsUrl } from '../https-url.ts'
import { toMilliseconds } from '../time-text.ts'
import { MAX_SECONDS, requiredText } from '../values.ts'
import { MAX_CHAPTERS, MAX_TITLE } from './chapter-rules.ts'
import { NO_RIGHT } from './filters.ts'

export const FileChapter = z.object({ start: z.number().min(0).describe('Seconds.'), title: z.string() })
export type FileChapter = z.infer<typeof FileChapter>

export const Chapter = z.strictObject({
  start: z
    .number('Please enter a time like 12:30.')
    .min(0)
    .max(MAX_SECONDS)
    .overwrite(toMilliseconds)
    .describe('Seconds, to the millisecond.'),
  title: requiredText(MAX_TITLE, 'Please enter a title.'),
  url: HttpsUrl.optional().describe('A page about the chapter.'),
  img: HttpsUrl.optional().describe('A picture of the chapter.'),
})
export type Chapter = z.infer<typeof Chapter>

export const ChapterProposal = z.object({
  source: z.enum(['file', 'notes']).describe('The audio file, or the times in the notes.'),
  chapters: z.array(Chapter),
})
export type ChapterProposal = z.infer<typeof ChapterProposal>

const EpisodeChapters = z.object({
  chapters: z
    .array(Chapter)
    .nullable()
    .describe('Null: never saved. Players then show the times in the notes; an empty list shows none.'),
  proposals: z.array(ChapterProposal),
})
export type EpisodeChapters = z.infer<typeof EpisodeChapters>

export const GetChapters = get('/api/episode/:id/chapters', 'user', {
  summary: 'Returns the chapters of an episode and proposals for them, for editors and owners of the show.',
  response: EpisodeChapters,
  also: NO_RIGHT,
})

export const SaveChapters = put('/api/episode/:id/chapters', 'user', {
  summary: 'Replaces the chapters of an episode, for editors and owners of the show.',
  body: z.strictObject({
    chapters: z
      .array(Chapter)
      .max(MAX_CHAPTERS, `Please use at most ${MAX_CHAPTERS} chapters.`)
      .describe('Ascending; the first starts at 0, each before the end of the recording.'),
  }),
  response: EpisodeChapters,
  also: NO_RIGHT,
})
