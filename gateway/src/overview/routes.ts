import { GetOverview } from '@griot/contracts/overview'
import { reuseResult } from '@griot/service-kit/reuse-result'
import { onAdmin } from '../api/admin-endpoints.ts'
import type { Shared } from '../shared.ts'
import { createReadOverview } from './read-overview.ts'

// Several admins, each with several tabs, cause one read in this time.
const CACHED_MS = 5_000

export const overviewRoutes = (shared: Shared) => {
  const readOverview = reuseResult(CACHED_MS, createReadOverview(shared))
  return [onAdmin(GetOverview, ({ session, context }) => readOverview(session, context.state.requestId))]
}
