import { z } from 'zod'
import { HttpsUrl } from '../https-url.ts'
import { clearable, requiredText, Timestamp, text } from '../values.ts'
import { APPLE_CATEGORY_NAMES, APPLE_SUBCATEGORY_NAMES } from './apple-categories.ts'
import { Credits } from './credits.ts'
import { Language } from './languages.ts'
import { NotesHtml } from './notes-html.ts'

/** Licenses that feeds name without an address. */
export const KNOWN_LICENSES = [
  'cc-by-4.0',
  'cc-by-sa-4.0',
  'cc-by-nc-4.0',
  'cc-by-nc-sa-4.0',
  'cc-by-nd-4.0',
  'cc-by-nc-nd-4.0',
  'cc0-1.0',
] as const

/** Whether feeds need the address of the license. */
export const needsLicenseUrl = (license: string | null | undefined) =>
  !!license && !(KNOWN_LICENSES as readonly string[]).includes(license)

export const FundingLink = z.strictObject({ url: HttpsUrl, text: requiredText(128, 'Please name the link.') })
export type FundingLink = z.infer<typeof FundingLink>

export const FeedTxt = z.strictObject({
  purpose: text(128).describe('For example `verify` or `applepodcastsverify`; may be empty.'),
  value: requiredText(4000, 'Please enter the text.'),
})
export type FeedTxt = z.infer<typeof FeedTxt>

const Funding = z.array(FundingLink).max(10, 'Please enter at most 10 links.')
const Txt = z.array(FeedTxt).max(10, 'Please enter at most 10 texts.')

/** The fields of a show that feeds and public pages contain. Callers may omit each; null removes a value. */
export const ShowDetailsInput = z.strictObject({
  descriptionHtml: clearable(NotesHtml).describe(
    'The description as HTML. It is sanitized, and `description` becomes its text. Null: the description is plain text.',
  ),
  language: Language.optional().describe('A language of two letters, optionally with a region: `en`, `pt-br`.'),
  isExplicit: z.boolean().optional(),
  author: clearable(text(255)).describe('Null: the host.'),
  website: clearable(HttpsUrl),
  copyright: clearable(text(255)),
  license: clearable(text(128)).describe('An identifier of SPDX in lower case, or a name with `licenseUrl`.'),
  licenseUrl: clearable(HttpsUrl),
  isComplete: z.boolean().optional().describe('No further episode will be published.'),
  isLocked: z.boolean().optional().describe('Other hosts must not import the show.'),
  appleCategory: z
    .enum(APPLE_CATEGORY_NAMES, 'Please choose a category of the list.')
    .nullish()
    .describe('Null: proposed from `category`.'),
  appleSubcategory: z.enum(APPLE_SUBCATEGORY_NAMES, 'Please choose a subcategory of the list.').nullish(),
  funding: Funding.optional(),
  people: Credits.optional().describe('None: the host.'),
  txt: Txt.optional().describe('Texts by which directories verify the owner.'),
})
export type ShowDetailsInput = z.output<typeof ShowDetailsInput>

export const ShowDetails = z.object({
  descriptionHtml: z.string().nullable().describe('Sanitized; null if the description is plain text.'),
  language: z.string(),
  isExplicit: z.boolean(),
  author: z.string().nullable(),
  website: z.string().nullable(),
  copyright: z.string().nullable(),
  license: z.string().nullable(),
  licenseUrl: z.string().nullable(),
  isComplete: z.boolean(),
  isLocked: z.boolean(),
  appleCategory: z.string().nullable(),
  appleSubcategory: z.string().nullable(),
  funding: z.array(FundingLink),
  people: Credits,
  txt: z.array(FeedTxt),
  feedGuid: z.string().nullable(),
  newFeedUrl: z.string().nullable(),
  importedFrom: z.string().nullable(),
  feedChangedAt: Timestamp.nullable().describe('When the content of the feed changed last.'),
})
export type ShowDetails = z.infer<typeof ShowDetails>
