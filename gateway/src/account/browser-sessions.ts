import { EndOtherSessions, ListBrowserSessions } from '@griot/contracts/account'
import { unauthenticated } from '@griot/service-kit/http/errors'
import type { Handlers } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import type { Shared } from '../shared.ts'

/** Lists the browsers in which the user is signed in, and signs out the others. */
export const browserSessionRoutes = ({ log, sessions, findSession, count }: Shared): Handlers => ({
  [ListBrowserSessions.path]: async (context) => {
    requireMethod(context, ListBrowserSessions.method, EndOtherSessions.method)
    requireOwnPage(context)
    const session = await findSession(context)
    if (session === null) throw unauthenticated()
    const isList = context.method === ListBrowserSessions.method
    await count(context, isList ? 'read' : 'rare')
    context.set('cache-control', 'no-store')
    if (isList) {
      context.body = await sessions.list(session)
      return
    }
    const ended = await sessions.endOthers(session)
    log.info({ userId: session.user.id, ended }, 'other sessions ended')
    context.body = { ended }
  },
})
