import { z } from 'zod'

const isHttps = (value: string) => {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
// A host whose last label begins with a letter is no IPv4 address. IPv6 addresses are refused, because no pattern describes
// them exactly.
const HOST = `(([A-Za-z0-9_-]+\\.)*[A-Za-z][A-Za-z0-9-]*\\.?|${BYTE}(\\.${BYTE}){3})`
// Also the pattern of the API description, so every address that matches it must be one that `isHttps` accepts.
const HTTPS_ADDRESS = new RegExp(`^https://${HOST}(:([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}))?([/?#].*)?$`)

const MAX_LENGTH = 2048
const TOO_LONG = `Please use at most ${MAX_LENGTH} characters.`

/**
 * Without credentials. `z.url()` alone also accepts `javascript:` and `data:`. Stored as the URL standard writes it: browsers
 * resolve `https:/path` against the page that links to it.
 */
export const HttpsUrl = z
  .string()
  .trim()
  .max(MAX_LENGTH, TOO_LONG)
  .refine(isHttps, { error: 'Please enter an address that starts with https://.', abort: true })
  .overwrite((value) => new URL(value).href)
  // The written form can be longer. It is read with this schema again.
  .max(MAX_LENGTH, TOO_LONG)
  .regex(HTTPS_ADDRESS, 'Please use a host name of letters, digits and hyphens.')
  // The API description promises less than the limit, because the written form of an address can be longer.
  .meta({ maxLength: 2000 })
