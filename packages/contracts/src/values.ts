import { z } from 'zod'

export const Id = z.uuid('That is not an id.')
export const Timestamp = z.iso.datetime({ offset: true })

/** Said of a field that callers have always sent. */
export const CLAIM = 'Accepted for its shape and never believed: the server computes it.'

/** Whole seconds, at most a day: longer recordings are refused at upload. */
export const MAX_SECONDS = 86_400
export const Seconds = z.number().int().min(0).max(MAX_SECONDS)

export const Points = z.number().int()
export const Percent = z.number().min(0).max(100)

const hasControlCharacter = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)

// Half of a surrogate pair: no text, and stored as a question mark.
const HALF_CHARACTER = /\p{Surrogate}/u

/** Text a person typed: trimmed, without control characters (PostgreSQL refuses NUL), at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine((value) => !hasControlCharacter(value), 'Please remove the control characters.')
    .refine((value) => !HALF_CHARACTER.test(value), 'Please remove the broken character.')

/** As `text`, and not empty: `message` is the sentence shown beside the field. */
export const requiredText = (max: number, message: string) =>
  z.string({ error: message }).pipe(text(max).min(1, message))

const isHttps = (value: string) => {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

/** An https address without credentials. `z.url()` alone also takes `javascript:` and `data:`. */
export const HttpsUrl = z
  .string()
  .trim()
  .max(2048, 'Please use at most 2048 characters.')
  .refine(isHttps, 'Please enter an address that starts with https://.')

/**
 * Form fields are sent empty when left blank; an empty string means "not given". No union: it could not say which of its
 * options was meant, so the sentence beside the field would be lost.
 */
export const optional = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .nullish()
    .transform((value) => value || null)
    .pipe(schema.nullable())

/** Paging of a list: the answer is an array, the next page stands in a `Link: <…>; rel="next"` header. */
export const page = (defaultLimit: number, most = 100) =>
  z.object({
    cursor: z.string().max(256).optional().describe('Where the page begins, from the `Link` header of the one before.'),
    limit: z.coerce.number().int().min(1).max(most).default(defaultLimit),
  })

/** Ids in a query, with commas between them: what a page shows is asked for at once, and not one by one. */
export const idList = (most: number) =>
  z
    .string()
    .max(most * 37)
    .transform((list) => list.split(','))
    .pipe(z.array(Id).max(most, `Please ask for at most ${most} at once.`))

/** A person in a path: their id, or `me`. */
export const UserParams = z.object({ id: z.union([Id, z.literal('me')]) })
export const IdParams = z.object({ id: Id })
