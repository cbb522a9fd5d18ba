import { createHash } from 'node:crypto'

/** What stands for a content or a name: 132 bits of its SHA-256, in characters that any header takes. */
export const shortHash = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)
