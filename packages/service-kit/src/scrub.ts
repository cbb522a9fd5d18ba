const CUT = '[cut]'

/** What it looks like, what is written instead, and a text without which it is in no line: most lines have none of it. */
type Secret = readonly [pattern: RegExp, instead: string, mark: string]

/**
 * What must not be in a log wherever it came from: a message of the database repeats the value that broke a constraint,
 * and that of a library the address it could not reach, with the password in it.
 */
const SECRETS: readonly Secret[] = [
  // Each part is bounded, so that a long text of one kind of character costs no more than another.
  [/[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}/g, CUT, '@'],
  // Signed tokens: identities, and what an OpenID provider hands out.
  [/\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)*/g, CUT, 'eyJ'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${CUT}`, ''],
  [/\bmfe_[\w-]{20,}/g, CUT, 'mfe_'],
  [/((?:__Host-)?griot_[a-z]+=)[^;,\s"\\]+/g, `$1${CUT}`, 'griot_'],
  [/([?&](?:code|state|token|access_token|id_token|X-Amz-Signature|X-Amz-Credential)=)[^&\s"\\]+/gi, `$1${CUT}`, '='],
  [/(:\/\/[^\s:/@"\\]*:)[^\s@"\\]+(?=@)/g, `$1${CUT}`, '@'],
]

/** A line of the log without secrets and addresses of people. */
export const scrub = (line: string): string => {
  let clean = line
  for (const [secret, instead, mark] of SECRETS) if (clean.includes(mark)) clean = clean.replace(secret, instead)
  return clean
}
