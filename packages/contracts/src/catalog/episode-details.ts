import { z } from 'zod'
import { clearable, requiredText, Timestamp } from '../values.ts'
import { Credits } from './credits.ts'
import { NotesHtml } from './notes-html.ts'

export const EpisodeKind = z.enum(['full', 'trailer', 'bonus'])
export type EpisodeKind = z.infer<typeof EpisodeKind>

const SEASON = 'Please enter a season from 1 to 10000.'
export const Season = z.number(SEASON).int(SEASON).min(1, SEASON).max(10_000, SEASON)

/** The fields of an episode that feeds and public pages contain. Callers may omit each; null removes a value. */
export const EpisodeDetailsInput = z.strictObject({
  notesHtml: clearable(NotesHtml).describe(
    'The description as HTML. It is sanitized, and `description` becomes its text. Null: the description is plain text.',
  ),
  season: Season.nullish(),
  kind: EpisodeKind.optional(),
  isExplicit: z.boolean().nullish().describe('Null: as the show.'),
  people: Credits.nullish().describe('They replace those of the show. Null: those of the show.'),
  guid: requiredText(1000, 'Please enter the identifier.')
    .optional()
    .describe('The identifier in feeds, by default the id. It cannot change after the first publication.'),
  releaseDate: Timestamp.nullish().describe('May lie in the past. Null: the time of the first publication.'),
})
export type EpisodeDetailsInput = z.output<typeof EpisodeDetailsInput>

export const EpisodeDetails = z.object({
  notesHtml: z.string().nullable().describe('Sanitized; null if the description is plain text.'),
  isExplicit: z.boolean().nullable().describe('Null: as the show.'),
  people: Credits.nullable().describe('Null: those of the show.'),
  guid: z.string(),
  isGuidFixed: z.boolean().describe('It was published, so its identifier cannot change.'),
  isBackdated: z.boolean().describe('Its release date was given and lies before its first publication.'),
})
export type EpisodeDetails = z.infer<typeof EpisodeDetails>
