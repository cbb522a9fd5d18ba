import type { JWK } from 'jose'
import { z } from 'zod'

// The gateway signs identity tokens with the private key; the services verify them with the public one.

/** 32 bytes, base64url. */
const Bytes = z.string().regex(/^[\w-]{43}$/)
const PublicJwk = z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: Bytes })
const PrivateJwk = PublicJwk.extend({ d: Bytes })

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('is not a JSON web key')
    return z.NEVER
  }
})

const isPrivate = (key: unknown) => PrivateJwk.safeParse(key).success

/** Of the gateway only. */
export const IdentityPrivateKey = json.pipe(
  z.custom<JWK>(isPrivate, 'is not a private Ed25519 key, as `npm run -s secrets` makes one'),
)

/** One key or a list, so that the gateway's key can be rotated. */
export const IdentityPublicKeys = json
  .transform((given) => [given].flat())
  .refine((keys) => keys.length > 0, 'is an empty list: no token would be valid')
  .refine((keys) => !keys.some(isPrivate), 'holds a private key, which only the gateway may have')
  .pipe(z.array(z.custom<JWK>((key) => PublicJwk.safeParse(key).success, 'is not a public Ed25519 key')))
