import { AssignReport, DecideReport, ListReports, SendReport } from '@griot/contracts/reports'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { requireEpisode } from '../episodes/require-episode.ts'
import { findPodcast } from '../podcasts/podcasts.queries.ts'
import { requireVisible } from '../podcasts/require-visible.ts'
import { assignReport, decideReport } from './decide-report.ts'
import { listReports } from './reports.queries.ts'
import { type RequireVisible, sendReport } from './send-report.ts'

const requireSubject: RequireVisible = async (db, user, subject, id) =>
  subject === 'podcast' ? requireVisible(db, await findPodcast(db, id), user) : requireEpisode(db, id, user)

export const reportRoutes = ({ db }: Pick<Catalog, 'db'>) => [
  on(SendReport, async ({ user, body, log }) => {
    const { id } = await sendReport(db, requireSubject, user, body)
    log.info({ reportId: id, subject: body.subject, subjectId: body.id, userId: user.id }, 'report received')
    return { id }
  }),

  on(ListReports, async ({ query, nextPage }) => {
    const { items, next } = await listReports(db, query)
    nextPage(next)
    return items
  }),

  on(AssignReport, ({ user, params }) => assignReport(db, user, params.id)),

  on(DecideReport, async ({ user, params, body, log }) => {
    const decided = await decideReport(db, user, params.id, body)
    log.info(
      { reportId: params.id, decision: body.decision, count: decided.decided, userId: user.id },
      'report decided',
    )
    return decided
  }),
]
