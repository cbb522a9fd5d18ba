import { IDENTITY_AUDIENCE, IDENTITY_ISSUER } from '@griot/service-kit/identity/identity'
import { importJWK, type JWK, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Session } from '../http/context.ts'

const VALID_SECONDS = 60
// Half of the validity: a service that receives a token can still make its own calls with it.
const REUSED_MS = 30_000

/** Returns the signed identity of the caller for a service. Tokens are reused, because signing is slow. */
export type IdentityTokens = (session: SessionIdentity | null, audience?: string) => Promise<string>

interface Statement {
  session: SessionIdentity | null
  audience: string
}

type SessionIdentity = Pick<Session, 'key' | 'user' | 'isRecent'>

export const createIdentityTokens = async (privateKey: JWK): Promise<IdentityTokens> => {
  const key = await importJWK(privateKey, 'EdDSA')
  const sign = ({ session, audience }: Statement) => {
    const { id, ...claims } = session?.user ?? {}
    // With an old sign-in, an admin has the rights of any user.
    const roles = session?.isRecent ? session.user.roles : []
    const jwt = new SignJWT({ ...claims, roles })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(audience)
      .setExpirationTime(`${VALID_SECONDS}s`)
    if (id !== undefined) jwt.setSubject(id)
    return jwt.sign(key)
  }

  const cache = new LRUCache<string, string, Statement>({
    max: 10_000,
    ttl: REUSED_MS,
    fetchMethod: (_key, _stale, { context }) => sign(context),
  })
  return (session, audience = IDENTITY_AUDIENCE) =>
    cache.forceFetch(`${audience} ${session?.key ?? ''}`, { context: { session, audience } })
}
