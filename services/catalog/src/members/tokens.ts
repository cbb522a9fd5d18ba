import { hash, randomBytes } from 'node:crypto'

/** Random bytes for a link. */
export const newToken = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** The hash that is stored in place of the token. */
export const hashOfToken = (token: string) => hash('sha256', token, 'buffer')
