const CUT = '[cut]'

/** `mark` is a text that every match contains: most lines are skipped by one search for it. */
type Secret = readonly [pattern: RegExp, replacement: string, mark: string]

/**
 * Errors of libraries contain secrets, too: a database error repeats the value that broke a constraint, a connection
 * error the URL with its password.
 */
const SECRETS: readonly Secret[] = [
  // E-mail addresses. Each part is bounded, so that a long hostile text cannot make the match slow.
  [/[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}/g, CUT, '@'],
  // JSON web tokens
  [/\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)*/g, CUT, 'eyJ'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${CUT}`, ''],
  [/\bmfe_[\w-]{20,}/g, CUT, 'mfe_'],
  // Addresses of private feeds and of their audio
  [/(\/private\/)[\w-]{20,}/g, `$1${CUT}`, '/private/'],
  [/((?:__Host-)?griot_[a-z]+=)[^;,\s"\\]+/g, `$1${CUT}`, 'griot_'],
  [/([?&](?:code|state|token|access_token|id_token|X-Amz-Signature|X-Amz-Credential)=)[^&\s"\\]+/gi, `$1${CUT}`, '='],
  [/(:\/\/[^\s:/@"\\]*:)[^\s@"\\]+(?=@)/g, `$1${CUT}`, '@'],
]

/** A log line with secrets and e-mail addresses replaced. */
export const scrub = (line: string): string => {
  let clean = line
  for (const [pattern, replacement, mark] of SECRETS) {
    if (clean.includes(mark)) clean = clean.replace(pattern, replacement)
  }
  return clean
}
