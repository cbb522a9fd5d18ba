import { RegistryApi } from '@griot/contracts/module-endpoints'
import { inTransaction } from '@griot/service-kit/db/db'
import { AppError, notFound, refused } from '@griot/service-kit/http/errors'
import { type Caller, createToken } from './authenticate-caller.ts'
import type { Platform } from './registry.ts'
import { on, type Route } from './registry-route.ts'
import { createReadErrors } from './reported-errors.ts'
import {
  deleteCiRule,
  deleteMember,
  findAccountByEmail,
  insertCiRule,
  listCiRules,
  listMembers,
  lockOwners,
  saveMember,
} from './team.queries.ts'
import { deleteToken, listTokens } from './tokens.queries.ts'

/** The teams of modules: members, rules for CI jobs, and tokens. Managed by owners and admins. */
export const teamRoutes = (platform: Platform): Route[] => {
  const { db } = platform
  const readErrors = createReadErrors(platform)

  return [
    on(RegistryApi.listErrors, 'any', async ({ caller, params: { module } }) => {
      requireMember(caller, module)
      return { errors: await readErrors(module) }
    }),

    on(RegistryApi.readTeam, 'any', async ({ caller, params: { module } }) => {
      requireMember(caller, module)
      const [members, ciRules] = await Promise.all([listMembers(db, module), listCiRules(db, module)])
      return {
        members,
        ciRules,
        isManaged: isAllowed(caller, module),
        ownModules: caller.modules && [...caller.modules],
      }
    }),

    on(RegistryApi.saveMember, 'manage', async ({ caller, params: { module }, body: { email, isOwner } }) => {
      const account = await findAccountByEmail(db, email)
      if (!account) {
        throw refused('member.unknown', 'No account has this verified e-mail address. Ask the person to sign in once.')
      }
      await inTransaction(db, async (tx) => {
        if (!isOwner) await requireOtherOwner(caller, await lockOwners(tx, module), account.id)
        await saveMember(tx, { module, userId: account.id, isOwner, addedBy: caller.name })
      })
      const saved = (await listMembers(db, module)).find(({ userId }) => userId === account.id)
      if (!saved) throw notFound('member')
      return saved
    }),

    on(RegistryApi.removeMember, 'manage', async ({ caller, params: { module, user } }) => {
      await inTransaction(db, async (tx) => {
        await requireOtherOwner(caller, await lockOwners(tx, module), user)
        if ((await deleteMember(tx, module, user)) === 0) throw notFound('member')
      })
      return { removed: user }
    }),

    on(RegistryApi.addCiRule, 'manage', ({ caller, params: { module }, body }) =>
      insertCiRule(db, { ...body, module, addedBy: caller.name }),
    ),

    on(RegistryApi.removeCiRule, 'manage', async ({ params: { module, id } }) => {
      if ((await deleteCiRule(db, module, id)) === 0) throw notFound('ci_rule')
      return { removed: id }
    }),

    on(RegistryApi.listTokens, 'any', ({ caller }) => listTokens(db, requirePerson(caller).modules)),

    on(RegistryApi.createToken, 'any', async ({ caller, body }) => {
      requirePerson(caller)
      for (const scope of body.scopes) caller.authorize(scope, body.module)
      if (body.manages) caller.authorize('manage', body.module)
      const userId = caller.isAdmin ? undefined : (caller.userId ?? undefined)
      return createToken(db, { ...body, createdBy: caller.name, userId })
    }),

    on(RegistryApi.deleteToken, 'any', async ({ caller, params: { id } }) => {
      if ((await deleteToken(db, id, requirePerson(caller).modules)) === 0) throw notFound('token')
      return { removed: id }
    }),
  ]
}

/** Throws 403 for a caller who is neither an admin nor in the team. */
export const requireMember = ({ modules }: Caller, module: string) => {
  if (modules !== null && !modules.includes(module)) {
    throw new AppError(403, 'token.other_module', `Only admins and the team of ${module} may see this.`)
  }
}

/** Tokens create no tokens, so that a stolen one ends when it expires. */
const requirePerson = (caller: Caller) => {
  if (caller.isInBrowser) return caller
  throw new AppError(403, 'registry.forbidden', 'Tokens are managed at /mfe/, by admins and members of the team.')
}

const isAllowed = (caller: Caller, module: string) => {
  try {
    caller.authorize('manage', module)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const requireOtherOwner = async (caller: Caller, owners: readonly { userId: string }[], userId: string) => {
  const isLast = owners.length === 1 && owners[0]?.userId === userId
  if (isLast && !caller.isAdmin) {
    throw refused('member.last_owner', 'A team needs an owner. Name another one first, or ask an admin.')
  }
}
