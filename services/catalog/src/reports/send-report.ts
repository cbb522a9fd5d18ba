import { type NewReport, REPORTS_PER_DAY } from '@griot/contracts/reports'
import { type Db, inTransaction, type Queryable } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { z } from 'zod'
import { insertReport, lockReporter, reportTimes } from './reports.queries.ts'

const DAY_MS = 86_400_000

/** Throws unless the caller may see the podcast or episode. */
export type RequireVisible = (
  db: Queryable,
  user: Caller,
  subject: 'podcast' | 'episode',
  id: string,
) => Promise<unknown>

/** Sends a report to the admins. */
export const sendReport = (db: Db, requireVisible: RequireVisible, user: Caller, report: z.output<typeof NewReport>) =>
  inTransaction(db, async (tx) => {
    await requireVisible(tx, user, report.subject, report.id)
    await lockReporter(tx, user.id)
    const times = await reportTimes(tx, user.id)
    const oldest = times.at(-REPORTS_PER_DAY)
    if (oldest !== undefined) {
      const sentence = `You have sent ${REPORTS_PER_DAY} reports within a day. Please report more tomorrow.`
      const retryAfter = Math.max(1, Math.ceil((oldest + DAY_MS - Date.now()) / 1000))
      throw new AppError(429, 'report.too_many', sentence, { retryAfter })
    }
    return insertReport(tx, user.id, report)
  })
