/** `wrong` does not work or is not safe, `odd` works and may not be meant, `good` is as it should be. */
export type Level = 'good' | 'odd' | 'wrong'

export interface Finding {
  level: Level
  /** The part of the deployment. */
  about: string
  /** A sentence: what is so, and what to do about it. */
  says: string
}

export type Env = Readonly<Record<string, string | undefined>>

export type Check = (env: Env) => Promise<Finding[]>

/** Ways to say something about one part. */
export const speaker = (about: string) => {
  const say =
    (level: Level) =>
    (says: string): Finding => ({ level, about, says })
  return { good: say('good'), odd: say('odd'), wrong: say('wrong') }
}

export const isLoopback = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)

const UNKNOWN_AUTHORITY = /self[- ]signed|unable to (get|verify)/

/** Why something did not work, in the words of whoever refused, as the end of a sentence. */
export const because = (error: unknown): string => {
  // Trying IPv6 and IPv4 in vain gives one error of two, with no text of its own.
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const cause = inner instanceof Error && inner.cause instanceof Error ? inner.cause : inner
  const said = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
  return UNKNOWN_AUTHORITY.test(said) ? `${said}; NODE_EXTRA_CA_CERTS names the file of an authority of your own` : said
}
