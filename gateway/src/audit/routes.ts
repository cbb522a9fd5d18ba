import { Readable } from 'node:stream'
import { DownloadAudit, ListAudit } from '@griot/contracts/audit'
import { type AdminRoute, onAdmin } from '../api/admin-endpoints.ts'
import { auditCsv } from './audit-csv.ts'
import type { ReadAudit } from './audit-log.ts'

export const auditRoutes = (readAudit: ReadAudit): AdminRoute[] => [
  onAdmin(ListAudit, async ({ context: { state }, session, query, nextPage }) => {
    const page = await readAudit({ session, requestId: state.requestId }, query)
    nextPage(page.next)
    return page.items
  }),
  onAdmin(DownloadAudit, async ({ context, session, query }) => {
    const reader = { session, requestId: context.state.requestId }
    const lines = await auditCsv((page) => readAudit(reader, { ...query, ...page }))
    context.attachment('griot-audit-log.csv')
    context.type = 'text/csv; charset=utf-8'
    return Readable.from(lines, { objectMode: false })
  }),
]
