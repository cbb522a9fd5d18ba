import { type Db, inTransaction, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { changeFeeds } from './feed-changes.ts'
import { assignStatus, isPlayable, publishVisibility, Visibility, visibilityColumns } from './publishing.queries.ts'

const BATCH_SIZE = 100

const findDue = async (tx: Tx) => {
  const due = await tx.many(
    z.object({ id: z.string() }),
    sql`
      select id from episode where status = 'scheduled' and publish_at <= clock_timestamp()
      order by publish_at limit ${BATCH_SIZE}
    `,
  )
  return due.map(({ id }) => id)
}

/**
 * Publishes episodes that are due by the database clock and returns their number. An episode without playable audio
 * becomes `when_ready`. Instances may run this in parallel: the lock of their shows gives each episode to one of them.
 */
export const publishDue = (db: Db) =>
  inTransaction(db, async (tx) => {
    const episodeIds = await findDue(tx)
    if (episodeIds.length === 0) return 0
    const due = await changeFeeds(tx, { episodeIds }, () =>
      tx.many(
        Visibility,
        sql`
          update episode e set ${assignStatus(sql`(case when ${isPlayable} then 'published' else 'when_ready' end)`)}
          where e.id = any(${episodeIds}::uuid[]) and e.status = 'scheduled' and e.publish_at <= clock_timestamp()
          returning ${visibilityColumns}
        `,
      ),
    )
    await publishVisibility(
      tx,
      due.filter(({ isPublished }) => isPublished),
    )
    return due.length
  })
