import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { publishVisibility, Visibility, visibilityColumns } from './publishing.queries.ts'

// Long enough that the edits of one visit become one new MP3.
const PAUSE_MS = 5_000
const BATCH_SIZE = 100

/**
 * Publishes the title and the chapters of published episodes that have changed, and of those that were published by an
 * earlier release. Returns their number. Instances may run this in parallel.
 */
export const publishTags = (db: Db) =>
  inTransaction(db, async (tx) => {
    const changed = await tx.many(
      Visibility,
      sql`
        update episode e set tags_sent = true, visibility_version = e.visibility_version + 1
        where e.id in (
          select id from episode where status = 'published' and not tags_sent
          order by release_date desc limit ${BATCH_SIZE} for update skip locked
        )
        returning ${visibilityColumns}
      `,
    )
    await publishVisibility(tx, changed)
    return changed.length
  })

export const sendTags = ({ db, log, onSent }: { db: Db; log: Log; onSent: () => void }) =>
  repeatWork({ what: 'sending tags of episodes', pauseMs: PAUSE_MS, log }, async () => {
    if ((await publishTags(db)) > 0) onSent()
  })
