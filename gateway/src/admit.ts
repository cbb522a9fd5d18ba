import { AppError, notFound, unauthenticated } from '@griot/service-kit/errors'
import type { Session } from './auth/sessions.ts'
import type { Context } from './http/context.ts'
import { methodNotAllowed } from './http/errors.ts'
import { requireOwnPage } from './http/fetch-metadata.ts'
import { type CountRequest, limitFor } from './limits.ts'
import type { RouteRow } from './routes.ts'

interface AdmitParts {
  findSession(context: Context): Promise<Session | null>
  count: CountRequest
}

/**
 * What is checked before a request goes on its way to a service, in the order of its price: page, person, limit. Who is
 * refused hears first of all whether there is such a call; to all others the service itself says so.
 */
export const createAdmit = ({ findSession, count }: AdmitParts) => {
  const check = async (context: Context, row: RouteRow) => {
    const { method, req, state } = context
    requireOwnPage(method, req.headers, state.origin)
    await findSession(context)
    if (row.access !== 'public' && state.session === null) throw unauthenticated()
    // To someone who is no admin the address does not exist.
    if (row.access === 'admin' && !state.session?.user.roles.includes('admin')) throw notFound('page')
    await count(context, limitFor(method, row))
  }

  return async (context: Context, row: RouteRow) => {
    try {
      await check(context, row)
    } catch (refusal) {
      if (refusal instanceof AppError && refusal.status < 500) await requireCall(context)
      throw refusal
    }
  }
}

/** Nothing of it is loaded before somebody is refused: it brings all contracts, which are megabytes in the memory. */
const requireCall = async (context: Context) => {
  const { methodsAt } = await import('./addresses.ts')
  const methods = methodsAt(context.path)
  if (methods.length === 0) throw notFound('page')
  if (!methods.includes(context.method)) throw methodNotAllowed(context, methods)
}
