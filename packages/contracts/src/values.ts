import { z } from 'zod'

/** In lower case, as PostgreSQL returns it, so that ids can be compared. */
export const Id = z.uuid('That is not an id.').toLowerCase()
export const Timestamp = z.iso.datetime({ offset: true })

/** For fields that existing clients send. */
export const CLAIM = 'Accepted and ignored: the server computes it.'

/** A day: longer recordings are refused at upload. */
export const MAX_SECONDS = 86_400
export const Seconds = z.number().int().min(0).max(MAX_SECONDS)

/** In hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const Points = z.number().int()
export const Percent = z.number().min(0).max(100)

// All but tabs and line breaks. PostgreSQL refuses NUL.
const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f'
const NO_CONTROLS = 'Please remove the control characters.'
const PLAIN_TEXT = new RegExp(`^[^${CONTROLS}]*$`)
const VISIBLE_TEXT = new RegExp(`^\\s*[^\\s${CONTROLS}][^${CONTROLS}]*$`)

// PostgreSQL would store an unpaired surrogate as a question mark. XML forbids the two noncharacters.
const BROKEN_CHARACTER = /[\p{Surrogate}\uFFFE\uFFFF]/u

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

// The length is that before trimming, so that the API description is exact.
const plain = (base: z.ZodString, max: number) =>
  base
    .max(max, `Please use at most ${max} characters.`)
    .refine((value) => !BROKEN_CHARACTER.test(value), 'Please remove the broken character.')
    .trim()

/** Trimmed text without control characters, at most `max` characters. */
export const text = (max: number) => plain(z.string().regex(PLAIN_TEXT, NO_CONTROLS), max)

/** Not empty; `message` is shown beside the field. */
export const requiredText = (max: number, message: string) =>
  plain(
    z
      .string({ error: message })
      .min(1, message)
      .regex(VISIBLE_TEXT, { error: ({ input }) => (isBlank(input) ? message : NO_CONTROLS) }),
    max,
  )

const orBlank = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.union([schema, z.literal('')], {
    error: ({ code, errors }) => (code === 'invalid_union' ? errors[0]?.[0]?.message : undefined),
  })

/** Forms send blank fields as empty strings, which become null. They show the message of the first option. */
export const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  orBlank(schema)
    .nullish()
    .transform((value): string | null => value || null)
    .pipe(z.string().nullable())

/** As `optional`, but a missing field stays undefined: an edit does not change it. */
export const clearable = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  orBlank(schema)
    .nullable()
    .transform((value): string | null => value || null)
    .pipe(z.string().nullable())
    .optional()

export const Limit = z.coerce.number().int().min(1).max(100)

const Cursor = z
  .string()
  .max(256)
  .regex(/^[A-Za-z0-9_-]+$/, 'This list has no such page.')

/** Query of a paged list. The response is an array; `Link: <…>; rel="next"` names the next page. */
export const page = (defaultLimit: number) =>
  z.object({
    cursor: Cursor.optional().describe('From the `Link` header of the previous page.'),
    limit: Limit.default(defaultLimit),
  })

const ID_LIST =
  /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(,[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})*$/

/** Comma-separated ids, so that a page can request all its rows at once. */
export const idList = (most: number) =>
  z
    .string()
    .max(most * 37 - 1, `Please ask for at most ${most} at once.`)
    .regex(ID_LIST, 'That is not an id.')
    .transform((list) => list.toLowerCase().split(','))

/** The id of a user, or `me` for the caller. */
export const UserId = z.union([z.literal('me'), Id])
/** Further response of a public list that accepts `me`. */
export const ME_SIGNED_OUT = { 401: 'The list is of `me`, and there is no session.' }
export const UserParams = z.object({ id: UserId })
export const IdParams = z.object({ id: Id })
