import { hash, randomBytes } from 'node:crypto'

/** 256 bits that cannot be guessed, as 43 characters for a cookie or an address. */
export const newSecret = () => randomBytes(32).toString('base64url')

export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)

/** What is stored in place of a secret. */
export const hashOf = (secret: string) => hash('sha256', secret, 'buffer')
