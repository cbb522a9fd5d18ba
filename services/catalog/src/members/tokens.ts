import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, for a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The hash that is stored in place of the token. */
export const hashOfToken = (token: string) => hash('sha256', token, 'buffer')
