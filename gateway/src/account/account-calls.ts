import { Readable } from 'node:stream'
import { DeleteAccount, ExportAccount } from '@griot/contracts/account'
import { unauthenticated } from '@griot/service-kit/errors'
import { clearCookie, readCookie } from '../auth/cookies.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Session, Sessions } from '../auth/sessions.ts'
import type { Context } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import type { CountRequest } from '../limits.ts'
import { readJsonBody } from '../read-body.ts'
import type { Accounts } from './accounts.ts'

export interface AccountCallsOptions {
  accounts: Accounts
  sessions: Pick<Sessions, 'end'>
  tokenFor: IdentityTokens
  findSession(context: Context): Promise<Session | null>
  count: CountRequest
}

type Call = (context: Context) => Promise<void>

/** `GET /api/account/export` and `DELETE /api/account`, by their paths. */
export const createAccountCalls = ({
  accounts,
  sessions,
  tokenFor,
  findSession,
  count,
}: AccountCallsOptions): Record<string, Call> => {
  const signedIn = async (context: Context, method: string) => {
    if (context.method !== method) throw methodNotAllowed(context, [method])
    requireOwnPage(context.method, context.req.headers, context.state.origin)
    const session = await findSession(context)
    if (session === null) throw unauthenticated()
    // Both are much work, and nobody needs either often.
    await count(context, 'tip')
    return session
  }

  return {
    [ExportAccount.path]: async (context) => {
      const session = await signedIn(context, ExportAccount.method)
      const all = await accounts.exportAll(session, await tokenFor(session), context.state.requestId)
      context.set('cache-control', 'no-store')
      context.set('content-disposition', 'attachment; filename="my-account.json"')
      context.type = 'application/json; charset=utf-8'
      context.body = Readable.from(all)
    },

    [DeleteAccount.path]: async (context) => {
      const session = await signedIn(context, DeleteAccount.method)
      await readJsonBody(context.req, DeleteAccount.body)
      await accounts.remove(session)
      const { origin } = context.state
      // The row is gone with the account; this process has it in mind for a moment longer.
      await sessions.end(readCookie(context.req, origin, 'griot_session'))
      clearCookie(context.res, origin, 'griot_session')
      context.set('cache-control', 'no-store')
      context.status = 202
      context.body = { deletedAt: new Date().toISOString() }
    },
  }
}
