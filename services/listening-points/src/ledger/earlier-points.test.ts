import { type Db, sql } from '@griot/service-kit/db/db'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { listHistory } from '../library/history.queries.ts'
import { withEarlierRelease } from '../testing/earlier-release.ts'
import { auditLedger } from './audit.ts'
import { correctEntry } from './correct-entry.ts'
import { fillEarlierRows } from './fill-earlier-rows.ts'
import { readBalance } from './history.queries.ts'

const AMA = '0192f0c1-0000-7000-8000-0000000000aa'
const EPISODE = '0192f0c1-0000-7000-8000-0000000000ee'
const SESSION = '0192f0c1-0000-7000-8000-0000000000dd'
const MISTAKE = '0192f0c1-0000-7000-8000-0000000000cc'
const COMPLETION = '0192f0c1-0000-7000-8000-0000000000bb'

/** A listener with an episode that the release before migration 0014 has stored. */
const addEarlierRows = async (db: Db) => {
  await db.run(sql`
    insert into listener (user_id, week, pledge_day, total_points) values (${AMA}, '2026-03-02', '2026-03-02', 217)
  `)
  await db.run(sql`
    insert into history_entry (user_id, episode_id, podcast_id, length_seconds, credited_seconds, last_listened_at)
    values (${AMA}, ${EPISODE}, ${EPISODE}, 600, 420, now())
  `)
  await db.run(sql`
    insert into listening_session (id, user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
      started_at, counts_from, last_heard_at, check_at, start_points, points_earned)
    values (${SESSION}, ${AMA}, ${EPISODE}, ${EPISODE}, 'The Drum', 600, 600, now(), now(), now(), now(), 5, 5)
  `)
  await db.run(sql`
    insert into ledger_entry (id, user_id, kind, source_id, type, points, session_id, week)
    select coalesce(id::uuid, gen_random_uuid()), ${AMA}, kind, source, type, points, session::uuid, '2026-03-02'
    from (values
      (null, 'started', ${EPISODE}, 'listening', 5, ${SESSION}),
      (${MISTAKE}, 'listening', ${SESSION}, 'listening', 7, ${SESSION}),
      (${COMPLETION}, 'completed', ${EPISODE}, 'listening', 10, ${SESSION}),
      (null, 'badge', 'first-steps', 'achievement', 10, ${SESSION}),
      (null, 'correction', ${MISTAKE}, 'listening', -7, null)
    ) entry (id, kind, source, type, points, session)
  `)
}

const shown = async (db: Db) => {
  const page = { limit: 10, episodeIds: undefined, state: undefined, after: undefined }
  return (await listHistory(db, AMA, page)).map(({ earnedPoints }) => earnedPoints)
}

const stored = (db: Db) =>
  db.one(
    z.object({ points: z.number().nullable(), level: z.number().nullable() }),
    sql`select earned_points as points, announced_level as level from history_entry join listener using (user_id)`,
  )

it('shows and stores the points of an episode that is older than migration 0014', () =>
  withEarlierRelease('0014', async (db, update) => {
    await addEarlierRows(db)
    await update()
    expect(await shown(db)).toEqual([15])
    expect(await stored(db)).toEqual({ points: null, level: null })

    // The migrated database has entries from both releases before the rows are filled.
    await db.run(sql`
      insert into ledger_entry (user_id, kind, source_id, type, points, session_id, week)
      values (${AMA}, 'listening', ${EPISODE}, 'listening', 4, ${SESSION}, '2026-03-02')
    `)
    expect(await shown(db)).toEqual([19])

    await fillEarlierRows(db)
    expect(await shown(db)).toEqual([19])
    expect(await stored(db)).toEqual({ points: 19, level: 3 })
    expect((await auditLedger(db)).map(({ rule }) => rule).join()).not.toContain('shown for an episode')

    await correctEntry(db, AMA, COMPLETION, 'the episode was a test')
    await fillEarlierRows(db)
    expect(await shown(db)).toEqual([9])
    expect((await readBalance(db, AMA)).announcedLevel).toBe(3)
  }))
