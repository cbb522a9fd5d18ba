import { type Db, inTransaction, type Sql, sql } from '@griot/service-kit/db'
import { conflict, notFound } from '@griot/service-kit/errors'
import { z } from 'zod'
import { clock } from '../clock.ts'
import { EntryKind, EntryType } from './entry.ts'
import { givenEntries, insertEntries, type OwnEntry, sumEntries } from './ledger.queries.ts'

const Mistake = z.object({
  kind: EntryKind,
  type: EntryType,
  points: z.number(),
  week: z.string(),
  now: z.string(),
})

/**
 * Takes an entry back by one that reverses it, once. It counts for the week of the mistake, so that it never makes the
 * points of another week negative. What the entry was for stays as it is: the listening happened. Answers the points.
 */
export const correctEntry = (db: Db, userId: string, entryId: string, why: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    const mistake = await tx.maybeOne(Mistake, lockMistake(userId, entryId))
    if (mistake === undefined) throw notFound('ledger_entry')
    if (mistake.kind === 'correction') throw conflict('ledger_entry.is_correction', 'A correction cannot be corrected.')
    const { type } = mistake
    const points = -mistake.points
    const reversal: OwnEntry = { userId, kind: 'correction', type, sourceId: entryId, points, about: { why } }
    const paid = await tx.one(
      z.object({ points: z.number() }),
      sql`
        with given as (${givenEntries([reversal])}
        ), sent as (
          select ${userId}::uuid as user_id, null::uuid as session_id
        ), entry as (${insertEntries('sent', mistake)}
        ), paid as (${sumEntries('sent')}
        ), balance as (
          update listener set total_points = total_points + paid.points,
            weekly_points = weekly_points + case when week = ${mistake.week}::date then paid.points else 0 end,
            version = version + 1
          from paid where listener.user_id = paid.user_id
        )
        select points from paid
      `,
    )
    if (paid.points === 0) throw conflict('ledger_entry.corrected', 'This entry has been corrected before.')
    return points
  })

const lockMistake = (userId: string, entryId: string): Sql => sql`
  select entry.kind, entry.type, entry.points, entry.week::text as week, clock.now
  from ledger_entry entry join listener using (user_id) cross join ${clock} clock
  where entry.user_id = ${userId} and entry.id = ${entryId}
  for no key update of listener
`
