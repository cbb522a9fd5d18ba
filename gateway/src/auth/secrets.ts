import { hash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters that fit into a cookie or an address. */
export const newSecret = () => randomBytes(32).toString('base64url')

export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)

/** The hash that is stored instead of the secret. */
export const hashOf = (secret: string) => hash('sha256', secret, 'buffer')
