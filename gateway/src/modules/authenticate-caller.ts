import type { TokenScope } from '@griot/contracts/module-registry'
import { may } from '@griot/contracts/permissions'
import { batchCalls } from '@griot/service-kit/db/batch'
import type { Db } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { requireFreshSignIn } from '../auth/fresh-sign-in.ts'
import { hashOf, newSecret } from '../auth/secrets.ts'
import type { Context } from '../http/context.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import type { Shared } from '../shared.ts'
import { findTokens, insertToken, type NewToken, setLastUse, type Token } from './tokens.queries.ts'

/** A caller of the registry API: a team with its token, or an admin in the browser. */
export interface Caller {
  /** For the audit log. */
  name: string
  /** Throws 403 if the caller may not do this to the module. */
  authorize(scope: TokenScope, module: string): void
  isAdmin: boolean
}

const BEARER = /^Bearer (mfe_[A-Za-z0-9_-]{43})$/

/** Only the hash is stored, so the token is returned once. */
export const createToken = async (db: Db, input: NewToken) => {
  const token = `mfe_${newSecret()}`
  return { ...(await insertToken(db, hashOf(token), input)), token }
}

export const createAuthenticator = ({ db, findSession }: Shared) => {
  // Invented tokens cost an attacker nothing; lookups in one batch limit the load on the database.
  const findToken = batchCalls({ work: (hashes: Buffer[]) => findTokens(db, hashes) })

  const authenticateTeam = async (secret: string | undefined): Promise<Caller> => {
    const token = secret === undefined ? undefined : await findToken(hashOf(secret))
    if (!token) throw new AppError(401, 'token.unknown', 'This token is unknown or has expired.')
    await setLastUse(db, token.id)
    return teamOf(token)
  }

  /** Throws 401 without a valid token or session, 403 for a session that is not an admin's or whose sign-in is too old. */
  const authenticate = async (context: Context): Promise<Caller> => {
    const header = context.get('authorization')
    if (header !== '') return authenticateTeam(BEARER.exec(header)?.[1])
    requireOwnPage(context)
    const session = await findSession(context)
    if (!session) throw new AppError(401, 'token.missing', 'Send a token of the module: Authorization: Bearer mfe_….')
    if (!may(session.user, 'modules.manage')) {
      throw new AppError(403, 'registry.forbidden', 'Only admins may do this in the browser.')
    }
    requireFreshSignIn(session)
    return { name: `admin ${session.user.id}`, authorize: () => {}, isAdmin: true }
  }

  const isAuthenticated = async (context: Context) => {
    try {
      await authenticate(context)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  return { authenticate, isAuthenticated }
}

const teamOf = (token: Token): Caller => ({
  name: `${token.label} (${token.id.slice(0, 8)})`,
  authorize: (scope, module) => {
    if (token.module !== module) {
      throw new AppError(403, 'token.other_module', `This token is for ${token.module}, not for ${module}.`)
    }
    if (!token.scopes.includes(scope)) {
      const scopes = token.scopes.join(', ')
      throw new AppError(403, 'token.scope', `This token may not ${scope} versions. Its scopes: ${scopes}.`)
    }
  },
  isAdmin: false,
})
