import type { TokenScope } from '@griot/contracts/module-team'
import { may } from '@griot/contracts/permissions'
import { batchCalls } from '@griot/service-kit/db/batch'
import type { Db } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { requireRecentSignIn } from '../auth/recent-sign-in.ts'
import { hashOf, newSecret } from '../auth/secrets.ts'
import type { Context } from '../http/context.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import type { Shared } from '../shared.ts'
import { createCiIdentity, rulesFor } from './ci-identity.ts'
import { listMemberships, listValidCiRules, type Membership } from './team.queries.ts'
import { findTokens, insertToken, type NewToken, setLastUse, type Token } from './tokens.queries.ts'

/** A caller of the registry API: a team with its token, a CI job, or an admin or member in the browser. */
export interface Caller {
  /** For the audit log. */
  name: string
  /** Throws 403 if the caller may not do this to the module. `verify` needs any scope; `manage` is to change its team. */
  authorize(action: TokenScope | 'verify' | 'manage', module: string): void
  isAdmin: boolean
  /** A CI job cannot force a release. */
  isPerson: boolean
  /** With a session, not with a token. */
  isInBrowser: boolean
  /** Null for a caller without an account. */
  userId: string | null
  /** The modules of the caller; null for admins, who have all. */
  modules: readonly string[] | null
}

const TEAM_TOKEN = /^Bearer (mfe_[A-Za-z0-9_-]{43})$/
const CI_TOKEN = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/
/** Longer than the tokens of known CI services. */
const MAX_CI_TOKEN = 8_192

/** Only the hash is stored, so the token is returned once. */
export const createToken = async (db: Db, input: NewToken) => {
  const token = `mfe_${newSecret()}`
  return { ...(await insertToken(db, hashOf(token), input)), token }
}

export const createAuthenticator = ({ db, log, config, findSession }: Shared) => {
  // An attacker can invent tokens without cost; lookups in one batch limit the load on the database.
  const findToken = batchCalls({ work: (hashes: Buffer[]) => findTokens(db, hashes) })
  const readCiToken = createCiIdentity(config, log)

  const authenticateTeam = async (secret: string | undefined): Promise<Caller> => {
    const token = secret === undefined ? undefined : await findToken(hashOf(secret))
    if (!token)
      throw new AppError(401, 'token.unknown', 'This token is unknown or has expired, or its creator is blocked.')
    await setLastUse(db, token.id)
    return teamOf(token)
  }

  const authenticateJob = async (token: string): Promise<Caller> => {
    const claims = await readCiToken(token)
    const rules = rulesFor(await listValidCiRules(db), claims)
    if (rules.length === 0) {
      const message = `No module has a rule for this job (${describe(claims)}), or a blocked user has added it. An owner adds one: mfe team <module> --ci …`
      throw new AppError(403, 'ci.no_rule', message)
    }
    return jobOf(String(claims.sub ?? claims.repository ?? claims.project_path), rules)
  }

  /** Throws 401 without a valid token or session, 403 for a session of another user or an old sign-in. */
  const authenticate = async (context: Context): Promise<Caller> => {
    const header = context.get('authorization')
    const ciToken = header.length <= MAX_CI_TOKEN ? CI_TOKEN.exec(header)?.[1] : undefined
    if (ciToken !== undefined) return authenticateJob(ciToken)
    if (header !== '') return authenticateTeam(TEAM_TOKEN.exec(header)?.[1])
    requireOwnPage(context)
    const session = await findSession(context)
    if (!session) throw new AppError(401, 'token.missing', 'Send a token of the module: Authorization: Bearer mfe_….')
    const isAdmin = may(session.user, 'modules.manage')
    const memberships = isAdmin ? [] : await listMemberships(db, session.user.id)
    if (!isAdmin && memberships.length === 0) {
      throw new AppError(403, 'registry.forbidden', 'Only admins and members of a team may do this in the browser.')
    }
    requireRecentSignIn(session)
    return isAdmin ? adminOf(session.user.id) : memberOf(session.user.id, memberships)
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

const DESCRIBED = ['sub', 'repository', 'project_path', 'ref']
const describe = (claims: Readonly<Record<string, unknown>>) =>
  DESCRIBED.flatMap((name) => (claims[name] === undefined ? [] : [`${name}=${claims[name]}`])).join(', ')

const adminOf = (userId: string): Caller => ({
  name: `admin ${userId}`,
  authorize: () => {},
  isAdmin: true,
  isPerson: true,
  isInBrowser: true,
  userId,
  modules: null,
})

// The same name as that of the member's tokens: the deployer of a version cannot force it.
const memberName = (userId: string) => `member ${userId}`

const memberOf = (userId: string, memberships: readonly Membership[]): Caller => ({
  name: memberName(userId),
  authorize: (action, module) => {
    const membership = memberships.find((one) => one.module === module)
    if (!membership) throw new AppError(403, 'token.other_module', `You are not a member of the team of ${module}.`)
    if (action === 'manage' && !membership.isOwner) throw onlyOwners(module)
  },
  isAdmin: false,
  isPerson: true,
  isInBrowser: true,
  userId,
  modules: memberships.map(({ module }) => module),
})

const onlyOwners = (module: string) =>
  new AppError(403, 'token.scope', `Only owners of ${module} and admins may change its team.`)

const jobOf = (job: string, rules: readonly { module: string; scopes: readonly TokenScope[] }[]): Caller => ({
  name: `CI ${job}`.slice(0, 200),
  authorize: (action, module) => {
    const own = rules.filter((rule) => rule.module === module)
    if (own.length === 0) {
      throw new AppError(403, 'token.other_module', `No rule of ${module} allows this CI job: ${job}.`)
    }
    if (action === 'manage') throw onlyOwners(module)
    if (action !== 'verify' && !own.some(({ scopes }) => scopes.includes(action))) {
      throw new AppError(403, 'token.scope', `The rules of ${module} do not allow this CI job to ${action} versions.`)
    }
  },
  isAdmin: false,
  isPerson: false,
  isInBrowser: false,
  userId: null,
  modules: rules.map(({ module }) => module),
})

const teamOf = (token: Token): Caller => ({
  name: token.userId === null ? `${token.label} (${token.id.slice(0, 8)})` : memberName(token.userId),
  authorize: (action, module) => {
    if (token.module !== module) {
      throw new AppError(403, 'token.other_module', `This token is for ${token.module}, not for ${module}.`)
    }
    if (action === 'manage') {
      if (token.manages) return
      throw new AppError(403, 'token.scope', 'This token may not change the team. Create one at /mfe/ that may.')
    }
    if (action !== 'verify' && !token.scopes.includes(action)) {
      const scopes = token.scopes.join(', ')
      throw new AppError(403, 'token.scope', `This token may not ${action} versions. Its scopes: ${scopes}.`)
    }
  },
  isAdmin: false,
  isPerson: true,
  isInBrowser: false,
  userId: token.userId,
  modules: [token.module],
})
