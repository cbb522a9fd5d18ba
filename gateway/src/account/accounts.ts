import { Readable } from 'node:stream'
import { DeleteAccount, ExportAccount } from '@griot/contracts/account'
import { serviceUrls } from '@griot/contracts/services'
import { RemoveAccountPart } from '@griot/service-kit/account/account-part'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { callService } from '@griot/service-kit/http/call-service'
import { unauthenticated, unavailable } from '@griot/service-kit/http/errors'
import { requireRecentSignIn } from '../auth/recent-sign-in.ts'
import type { Context, Handlers } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import { readJsonBody } from '../http/read-body.ts'
import type { Shared } from '../shared.ts'
import { deleteAccount } from './account.queries.ts'
import { createExport } from './export-account.ts'
import { repeatUntilDone } from './left-to-do.ts'

// A service may have to delete many files.
const TIMEOUT_MS = 30_000

/** Exports and deletes whole accounts, of which each service stores a part. */
export const createAccounts = ({ db, log, tokenFor, config, sessions, findSession, count }: Shared) => {
  const urls = serviceUrls(config)
  const exportJson = createExport({ db, tokenFor, config })

  const deletions = repeatUntilDone({
    ...{ db, log, table: 'account_deletion', what: 'account removal' },
    /** Calls the service with the identity of the user, whose session is deleted already. */
    async deliver(service, userId) {
      const user = { id: userId, email: '', emailIsVerified: false, firstName: '', lastName: '', roles: [] }
      const token = await tokenFor({ key: `deletion of ${userId}`, user, isRecent: true })
      const removed = await callService({ url: urls[service], token, timeoutMs: TIMEOUT_MS }, RemoveAccountPart, {})
      if (removed === undefined) throw unavailable('account')
      return sql`true`
    },
  })

  const requireSession = async (context: Context, method: string) => {
    requireMethod(context, method)
    requireOwnPage(context)
    const session = await findSession(context)
    if (session === null) throw unauthenticated()
    await count(context, 'rare')
    context.set('cache-control', 'no-store')
    return session
  }

  const routes: Handlers = {
    [ExportAccount.path]: async (context) => {
      const session = await requireSession(context, ExportAccount.method)
      const json = await exportJson(session, context.state.requestId)
      context.set('content-disposition', 'attachment; filename="my-account.json"')
      context.type = 'application/json; charset=utf-8'
      context.body = Readable.from(json)
    },

    /** Deletes the account here in one transaction. The services follow, also after a crash. */
    [DeleteAccount.path]: async (context) => {
      const session = await requireSession(context, DeleteAccount.method)
      requireRecentSignIn(session)
      const { user } = session
      await readJsonBody(context.req, DeleteAccount.body)
      await inTransaction(db, (tx) => deleteAccount(tx, user.id))
      log.info({ userId: user.id }, 'account deleted')
      deletions.poll()
      // The row was deleted with the account; this also removes the session from the cache.
      await sessions.end(context)
      context.status = 202
      context.body = { deletedAt: new Date().toISOString() }
    },
  }

  return { routes, finishDeletions: deletions.finish, close: deletions.close }
}
