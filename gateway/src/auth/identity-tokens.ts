import { IDENTITY_AUDIENCE, IDENTITY_ISSUER } from '@griot/service-kit/identity'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { Session } from './sessions.ts'

const VALID_SECONDS = 60
// Half its life: a token that a service receives is good for the calls it makes in turn.
const REUSED_MS = 30_000
const MOST_REMEMBERED = 20_000

/** The signed statement of who is calling; signed once and sent many times, as signing costs more than most requests. */
export type IdentityTokens = (session: Session | null) => Promise<string>

export const createIdentityTokens = async (privateKey: JWK): Promise<IdentityTokens> => {
  const key = await importJWK(privateKey, 'EdDSA')
  const signed = new Map<string, { token: Promise<string>; until: number }>()

  const sign = (session: Session | null) => {
    const { id, ...claims } = session?.user ?? {}
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(IDENTITY_AUDIENCE)
      .setExpirationTime(`${VALID_SECONDS}s`)
    if (id !== undefined) jwt.setSubject(id)
    return jwt.sign(key)
  }

  return (session) => {
    const name = session?.key ?? ''
    const known = signed.get(name)
    if (known !== undefined && known.until > Date.now()) return known.token
    if (signed.size >= MOST_REMEMBERED) signed.clear()
    const token = sign(session)
    signed.set(name, { token, until: Date.now() + REUSED_MS })
    return token
  }
}
