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

const hasControlCharacter = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)

// PostgreSQL would store an unpaired surrogate as a question mark.
const HALF_CHARACTER = /\p{Surrogate}/u

/** Trimmed text without control characters (PostgreSQL refuses NUL), at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine((value) => !hasControlCharacter(value), 'Please remove the control characters.')
    .refine((value) => !HALF_CHARACTER.test(value), 'Please remove the broken character.')

/** Not empty; `message` is shown beside the field. */
export const requiredText = (max: number, message: string) =>
  z.string({ error: message }).pipe(text(max).min(1, message))

const isHttps = (value: string) => {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

/**
 * Without credentials. `z.url()` alone also accepts `javascript:` and `data:`. Stored as the URL standard writes it: browsers
 * resolve `https:/path` against the page that links to it.
 */
export const HttpsUrl = z
  .string()
  .trim()
  .max(2048, 'Please use at most 2048 characters.')
  .refine(isHttps, { error: 'Please enter an address that starts with https://.', abort: true })
  .overwrite((value) => new URL(value).href)

/** Forms send blank fields as empty strings, which become null. A union would lose the message of the inner schema. */
export const optional = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .nullish()
    .transform((value) => value || null)
    .pipe(schema.nullable())

export const Limit = z.coerce.number().int().min(1).max(100)

/** Query of a paged list. The response is an array; `Link: <…>; rel="next"` names the next page. */
export const page = (defaultLimit: number) =>
  z.object({
    cursor: z.string().max(256).optional().describe('From the `Link` header of the previous page.'),
    limit: Limit.default(defaultLimit),
  })

/** Comma-separated ids, so that a page can request all its rows at once. */
export const idList = (most: number) =>
  z
    .string()
    .max(most * 37)
    .transform((list) => list.split(','))
    .pipe(z.array(Id).max(most, `Please ask for at most ${most} at once.`))

/** The id of a user, or `me` for the caller. */
export const UserId = z.union([z.literal('me'), Id])
export const UserParams = z.object({ id: UserId })
export const IdParams = z.object({ id: Id })
