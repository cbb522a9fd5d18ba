import type { TokenScope } from '@griot/contracts/module-registry'
import { may } from '@griot/contracts/permissions'
import type { Db } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import { gather } from '@griot/service-kit/gather'
import { hashOf, newSecret } from '../auth/secrets.ts'
import type { Session } from '../auth/sessions.ts'
import type { Context } from '../http/context.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import { findTokens, insertToken, type NewToken, noteUse, type Token } from './tokens.queries.ts'

/** Who asks the registry for something: a team by its token, or an admin in the browser. */
export interface Asker {
  /** As the journal names them. */
  name: string
  /** Throws unless this may be done to this module. */
  mayDo(scope: TokenScope, module: string): void
  isAdmin: boolean
}

const BEARER = /^Bearer (mfe_[A-Za-z0-9_-]{43})$/

/** Makes a token; only its hash is kept, so it is answered once. */
export const createToken = async (db: Db, asked: NewToken) => {
  const token = `mfe_${newSecret()}`
  return { ...(await insertToken(db, hashOf(token), asked)), token }
}

/** Finds out who asks. A token that does not count and no session at all are told apart from one that may not. */
export const createAskers = ({
  db,
  findSession,
}: {
  db: Db
  findSession(context: Context): Promise<Session | null>
}) => {
  // Anybody can make some up, so the database hears of all that are shown at once together.
  const findToken = gather({
    work: (hashes: Buffer[]) => findTokens(db, hashes),
    keyOf: (hash) => hash.toString('base64url'),
    merge: (hash) => hash,
  })

  const byToken = async (secret: string | undefined): Promise<Asker> => {
    const token = secret === undefined ? undefined : await findToken(hashOf(secret))
    if (!token) throw new AppError(401, 'token.unknown', 'This token is not known here or has run out.')
    await noteUse(db, token.id)
    return teamOf(token)
  }

  const find = async (context: Context): Promise<Asker> => {
    const header = context.get('authorization')
    if (header !== '') return byToken(BEARER.exec(header)?.[1])
    requireOwnPage(context.method, context.req.headers, context.state.origin)
    const session = await findSession(context)
    if (!session) throw new AppError(401, 'token.missing', 'Send a token of the module: Authorization: Bearer mfe_….')
    if (!may(session.user, 'modules.manage')) {
      throw new AppError(403, 'registry.forbidden', 'Only admins may do this in the browser.')
    }
    return { name: `admin ${session.user.id}`, mayDo: () => {}, isAdmin: true }
  }

  /** Whether it is one who may look: for what does not exist to everybody else. */
  const mayLook = async (context: Context) => {
    try {
      await find(context)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  return { find, mayLook }
}

const teamOf = (token: Token): Asker => ({
  name: `${token.label} (${token.id.slice(0, 8)})`,
  mayDo: (scope, module) => {
    if (token.module !== module) {
      throw new AppError(403, 'token.other_module', `This token is for ${token.module}, not for ${module}.`)
    }
    if (!token.scopes.includes(scope)) {
      throw new AppError(403, 'token.scope', `This token may not ${scope} versions; it may ${token.scopes.join(', ')}.`)
    }
  },
  isAdmin: false,
})
