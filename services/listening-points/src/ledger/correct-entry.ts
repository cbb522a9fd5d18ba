import { brokenConstraint } from '@griot/service-kit/db/database-errors'
import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { conflict, notFound } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import { credit, EntryKind, EntryType, lockListeners } from './ledger.queries.ts'

const Mistake = z.object({ kind: EntryKind, type: EntryType, points: z.number(), week: z.string() })

/**
 * Reverses an entry, once, by a second entry for the same week, so that the points of another week never become
 * negative. The session, completion or tip behind the entry stays. Returns the points of the correction.
 */
export const correctEntry = (db: Db, userId: string, entryId: string, why: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    const listener = (await lockListeners(tx, [userId])).get(userId)
    const mistake = await tx.maybeOne(
      Mistake,
      sql`select kind, type, points, week::text from ledger_entry where user_id = ${userId} and id = ${entryId}`,
    )
    if (listener === undefined || mistake === undefined) throw notFound('ledger_entry')
    const { kind, type, week } = mistake
    if (kind === 'correction') throw conflict('ledger_entry.is_correction', 'A correction cannot be corrected.')
    const points = -mistake.points
    const entry = { kind: 'correction', type, sourceId: entryId, points, week, about: { why } } as const
    credit(tx, [{ listener, entries: [entry] }])
    return points
  }).catch((error: unknown) => {
    if (brokenConstraint(error) !== 'ledger_entry_pays_once') throw error
    throw conflict('ledger_entry.corrected', 'This entry has been corrected before.')
  })
