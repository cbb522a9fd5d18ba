import { GetOverview } from '@griot/contracts/overview'
import { notFound, unauthenticated } from '@griot/service-kit/http/errors'
import { reuseResult } from '@griot/service-kit/reuse-result'
import { requireRecentSignIn } from '../auth/recent-sign-in.ts'
import type { Handlers } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import type { Shared } from '../shared.ts'
import { createReadOverview } from './read-overview.ts'

// Several admins, each with several tabs, cause one read in this time.
const CACHED_MS = 5_000

export const overviewRoutes = (shared: Shared): Handlers => {
  const { findSession, count } = shared
  const readOverview = reuseResult(CACHED_MS, createReadOverview(shared))

  return {
    [GetOverview.path]: async (context) => {
      requireOwnPage(context)
      const session = await findSession(context)
      if (session === null) throw unauthenticated()
      // 404 instead of 403: the address must not be visible to users who are not admins.
      if (!session.user.roles.includes('admin')) throw notFound('page')
      requireRecentSignIn(session)
      requireMethod(context, GetOverview.method)
      await count(context, 'read')
      context.set('cache-control', 'private, no-store')
      context.body = await readOverview(session, context.state.requestId)
    },
  }
}
