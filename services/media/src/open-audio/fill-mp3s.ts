import { type Db, inTransaction, type Sql, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { lockFile } from '../files/media-file.ts'
import { publishMp3 } from './publish-audio.ts'
import { settleMp3s } from './settle-mp3.ts'

// An original that is an MP3 costs a row. Of the others, few are in work at once, so that no upload waits behind them.
const MOST_ORIGINALS = 200
const MOST_IN_WORK = 4

const IdRow = z.object({ id: z.string() })

// The search reads the links of all episodes.
const PAUSE_MS = 10 * 60_000

/** Calls `fillMp3s`, and pauses while it has nothing to do. */
export const createFillMp3s = (db: Db) => {
  let nextAt = 0
  return async () => {
    if (Date.now() < nextAt) return
    if (await fillMp3s(db)) nextAt = Date.now() + PAUSE_MS
  }
}

/**
 * Begins the MP3s of published episodes that have none: they are older than this feature, or an earlier release changed
 * them. Returns true if nothing was left to begin. Every instance may run this at once.
 */
export const fillMp3s = async (db: Db) => {
  const { inWork } = await db.one(
    z.object({ inWork: z.number() }),
    sql`select count(*) as "inWork" from episode_mp3 where step in ('asked', 'started', 'interrupted')`,
  )
  const isServed = sql`(file.delivers = 'original' and file.format = 'mp3')`
  const room = Math.max(0, MOST_IN_WORK - inWork)
  const begun = (await settle(db, isServed, MOST_ORIGINALS)) + (await settle(db, sql`not ${isServed}`, room))
  return room > 0 && begun === 0
}

const settle = async (db: Db, condition: Sql, most: number) => {
  const files = await db.many(
    IdRow,
    sql`
      select distinct file.id from episode_media link
      join media_file file on file.id = link.media_file_id
      join episode_visibility v on v.episode_id = link.episode_id
      where v.is_published and v.tags is not null and file.status = 'ready' and file.deleted_at is null and ${condition}
        and not exists (
          select from episode_mp3 mp3 where mp3.episode_id = link.episode_id and mp3.media_file_id = link.media_file_id
        )
      limit ${most}
    `,
  )
  for (const { id } of files) {
    await inTransaction(db, async (tx) => {
      await lockFile(tx, id)
      await publishMp3(tx, await settleMp3s(tx, [id]))
    })
  }
  return files.length
}
