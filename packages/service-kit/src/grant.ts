import { SignJWT } from 'jose'
import { z } from 'zod'
import { readToken } from './read-token.ts'

/** Header in which media answers the gateway: this caller may hear this object, for a short while. */
export const GRANT_HEADER = 'x-griot-grant'

const ISSUER = 'griot-media'
const AUDIENCE = 'griot-gateway'
const LIFETIME_SECONDS = 60

/** All that the gateway needs to send a recording by itself. */
export const Grant = z.object({
  /** Where the object store has it. */
  key: z.string(),
  /** In bytes. */
  size: z.number().int().nonnegative(),
  /** The media type that was found in the file, not the one that its uploader declared. */
  type: z.string(),
  /** A strong validator with its quotes, ready for the `ETag` header. */
  etag: z.string(),
  /** What its owner called the file: never a path, and may hold any letters. */
  name: z.string(),
})
export type Grant = z.infer<typeof Grant>

/** A grant that was checked, and until when it may be used (milliseconds since 1970). */
export interface ValidGrant extends Grant {
  expiresAt: number
}

export type SignGrant = (grant: Grant) => Promise<string>
/** Answers null for anything that media has not signed, or that is too old. */
export type VerifyGrant = (token: string) => Promise<ValidGrant | null>

/** Secrets are base64url of at least 32 bytes each. The first is used; what was signed with another still counts. */
export const GrantSecret = z
  .string()
  .regex(
    /^[\w+/=-]{43,}(,[\w+/=-]{43,})*$/,
    'must be 32 bytes, base64url; or several of those, with commas between them',
  )

export const secretsIn = (secrets: string) => secrets.split(',')

const keysOf = (secrets: string) =>
  secretsIn(secrets).map((secret) => {
    const key = Buffer.from(secret, 'base64url')
    if (key.length < 32) throw new Error('The grant secret must be at least 32 bytes, base64url.')
    return key
  })

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

const WANTED = { issuer: ISSUER, audience: AUDIENCE, algorithms: ['HS256'] }

export const createGrantVerifier = (secrets: string): VerifyGrant => {
  const keys = keysOf(secrets)
  return async (token) => {
    try {
      const payload = await readToken(token, keys, WANTED)
      return { ...Grant.parse(payload), expiresAt: (payload.exp ?? 0) * 1000 }
    } catch {
      return null
    }
  }
}
