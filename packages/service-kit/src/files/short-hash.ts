import { createHash } from 'node:crypto'

/** 132 bits of the SHA-256, in characters that are safe in headers and file names. */
export const shortHash = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)
