import { SignJWT } from 'jose'
import { z } from 'zod'
import { readToken } from './verify-token.ts'

/** Response header by which media allows the gateway to send an object to the caller for a short time. */
export const GRANT_HEADER = 'x-griot-grant'

const ISSUER = 'griot-media'
const AUDIENCE = 'griot-gateway'
const LIFETIME_SECONDS = 60

export const Grant = z.object({
  /** In the object store. */
  key: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** The media type of the content, not the one that the uploader declared. */
  type: z.string(),
  /** A strong validator with its quotes, for the `ETag` header. */
  etag: z.string(),
  /** The owner's file name, not a path; may contain any letters. */
  name: z.string(),
  /** Every visitor may hear it. Absent if only the caller may, or if that was not examined. */
  isPublished: z.boolean().optional(),
  /** Since when these bytes are the audio of an episode; only for listeners outside Griot. */
  lastModified: z.iso.datetime().optional(),
})
export type Grant = z.infer<typeof Grant>

export interface ValidGrant extends Grant {
  /** Milliseconds since 1970. */
  expiresAt: number
}

export type SignGrant = (grant: Grant) => Promise<string>
/** Returns null unless media signed the token and it has not expired. */
export type VerifyGrant = (token: string) => Promise<ValidGrant | null>

/** Comma-separated base64url secrets of at least 32 bytes. The first one signs; all of them verify. */
export const GrantSecret = z
  .string()
  .regex(
    /^[\w+/=-]{43,}(,[\w+/=-]{43,})*$/,
    'must be 32 bytes, base64url; or several of those, with commas between them',
  )

export const secretsIn = (secrets: string) => secrets.split(',')

const keysOf = (secrets: string) => secretsIn(secrets).map((secret) => Buffer.from(secret, 'base64url'))

export const createGrantSigner = (secrets: string): SignGrant => {
  const [key = Buffer.alloc(0)] = keysOf(secrets)
  return (grant) =>
    new SignJWT({ ...grant })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setExpirationTime(`${LIFETIME_SECONDS}s`)
      .sign(key)
}

const EXPECTED = { issuer: ISSUER, audience: AUDIENCE, algorithms: ['HS256'] }

export const createGrantVerifier = (secrets: string): VerifyGrant => {
  const keys = keysOf(secrets)
  return async (token) => {
    try {
      const payload = await readToken(token, keys, EXPECTED)
      return { ...Grant.parse(payload), expiresAt: (payload.exp ?? 0) * 1000 }
    } catch {
      return null
    }
  }
}
