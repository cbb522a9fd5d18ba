import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { RULES } from '../rules/rules.ts'
import { lockListeners } from './ledger.queries.ts'

const BATCH = 200

/** Fills the columns of migration 0014 in the rows that are older than it, in small steps. Does nothing afterwards. */
export const fillEarlierRows = async (db: Db) => {
  for (let userIds = await findUnfilled(db); userIds.length > 0; userIds = await findUnfilled(db, userIds.at(-1))) {
    await inTransaction(db, async (tx) => {
      // All releases lock the listener before they add entries, so the sums are complete.
      await lockListeners(tx, userIds)
      await tx.run(sql`
        update history_entry history set earned_points = coalesce((${pointsOfEpisode}), 0)
        where user_id = any(${userIds}::uuid[]) and earned_points is null
      `)
      await tx.run(sql`
        update listener set announced_level = total_points / ${RULES.levels.step}::int + 1
        where user_id = any(${userIds}::uuid[]) and announced_level is null
      `)
    })
  }
}

/** The points of a row of `history`. */
export const pointsOfEpisode = sql`
  select sum(entry.points)::int from episode_entry entry
  where entry.user_id = history.user_id and entry.episode_id = history.episode_id
`

const findUnfilled = async (db: Db, after = '00000000-0000-0000-0000-000000000000') => {
  const rows = await db.many(
    z.object({ userId: z.string() }),
    sql`
      select user_id as "userId" from listener
      where user_id > ${after} and (
        announced_level is null
        or exists (select from history_entry where user_id = listener.user_id and earned_points is null)
      )
      order by user_id
      limit ${BATCH}
    `,
  )
  return rows.map(({ userId }) => userId)
}
