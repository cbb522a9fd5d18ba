import { type HistoryEntry, LibraryCounts } from '@griot/contracts/library'
import { emptySql, type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { FROM_THE_NEWEST } from '../newest-first.ts'
import { displayedPoints, progressAt } from '../rules/progress.ts'

const Row = z.object({
  id: z.string(),
  userId: z.string(),
  episodeId: z.string(),
  podcastId: z.string(),
  lengthSeconds: z.number(),
  positionSeconds: z.number(),
  progress: z.number(),
  completed: z.boolean(),
  lastListenedAt: z.string(),
})
type Row = z.infer<typeof Row>

const columns = sql`
  history.id, history.user_id as "userId", history.episode_id as "episodeId", history.podcast_id as "podcastId",
  history.length_seconds as "lengthSeconds", history.position_seconds as "positionSeconds", history.progress,
  history.completed, history.last_listened_at as "lastListenedAt"
`

export const asEntry = ({ lengthSeconds: _, ...row }: Row): HistoryEntry => ({
  ...row,
  earnedPoints: displayedPoints(row),
})

/** Where the session that is open right now has got to, by its last heartbeat; null when it is about something else. */
const Listed = Row.extend({ livePosition: z.number().nullable() }).transform(
  ({ livePosition, ...row }): Row =>
    livePosition === null
      ? row
      : { ...row, positionSeconds: livePosition, progress: progressAt(livePosition, row.lengthSeconds) },
)

export interface HistoryPage {
  limit: number
  /** Only the entries of these episodes. */
  episodeIds: string[] | undefined
  /** Only what was begun and not completed. */
  isBegun: boolean
  after: readonly [string, string] | undefined
}

/** Not removed, or listened to since. */
const isListed = sql`(history.removed_at is null or history.removed_at < history.last_listened_at)`

export const listHistory = (
  db: Queryable,
  userId: string,
  { limit, episodeIds, isBegun, after = FROM_THE_NEWEST }: HistoryPage,
) =>
  db.many(
    Listed,
    sql`
      select ${columns}, open.position_seconds as "livePosition"
      from history_entry history
      left join listening_session open on open.user_id = history.user_id and open.episode_id = history.episode_id
        and open.ended_at is null and open.beats > 0
      where history.user_id = ${userId} and ${isListed}
        and (history.last_listened_at, history.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
        and (${episodeIds ?? null}::uuid[] is null or history.episode_id = any(${episodeIds ?? null}::uuid[]))
        and (
          not ${isBegun}::boolean
          or not history.completed and coalesce(open.position_seconds, history.position_seconds) > 0
        )
      order by history.last_listened_at desc, history.id desc
      limit ${limit + 1}
    `,
  )

/** How much is in someone's library, or of one podcast. */
export const countLibrary = (db: Queryable, userId: string, podcastId: string | undefined) => {
  const ofPodcast = podcastId === undefined ? emptySql : sql`and podcast_id = ${podcastId}::uuid`
  return db.one(
    LibraryCounts,
    sql`
      select (select count(*)::int from favorite where user_id = ${userId} ${ofPodcast}) as favorites,
        count(*)::int as listened, count(*) filter (where history.completed)::int as completed
      from history_entry history where history.user_id = ${userId} ${ofPodcast} and ${isListed}
    `,
  )
}

export const findEntry = (db: Queryable, userId: string, id: string) =>
  db.maybeOne(Row, sql`select ${columns} from history_entry history where id = ${id} and user_id = ${userId}`)

export const findEntryOf = (db: Queryable, userId: string, episodeId: string) =>
  db.maybeOne(
    Row,
    sql`select ${columns} from history_entry history where user_id = ${userId} and episode_id = ${episodeId}`,
  )

type NewRow = Pick<
  Row,
  'userId' | 'episodeId' | 'podcastId' | 'lengthSeconds' | 'positionSeconds' | 'progress' | 'completed'
>

/** Nothing when there is an entry for the episode already. */
export const insertEntry = (db: Queryable, entry: NewRow) =>
  db.maybeOne(
    Row,
    sql`
      with person as (
        select user_id from listener where user_id = ${entry.userId} for no key update
      ), history as (
        insert into history_entry (user_id, episode_id, podcast_id, length_seconds, position_seconds, progress,
          completed, last_listened_at)
        select user_id, ${entry.episodeId}::uuid, ${entry.podcastId}::uuid, ${entry.lengthSeconds}::int,
          ${entry.positionSeconds}::int, ${entry.progress}::numeric, ${entry.completed}::boolean, wall_clock()
        from person
        on conflict (user_id, episode_id) do nothing
        returning *
      ), counted as (
        update listener set history_entries = listener.history_entries + 1, version = listener.version + 1
        from history where listener.user_id = history.user_id
      )
      select ${columns} from history
    `,
  )

/** Moves the place; what was completed stays completed. */
export const moveEntry = (
  db: Queryable,
  { id, positionSeconds, progress, completed }: Pick<Row, 'id' | 'positionSeconds' | 'progress' | 'completed'>,
) =>
  db.one(
    Row,
    sql`
      update history_entry history set position_seconds = ${positionSeconds}, progress = ${progress},
        completed = history.completed or ${completed},
        last_listened_at = greatest(history.last_listened_at, wall_clock())
      where id = ${id}
      returning ${columns}
    `,
  )

/** The row stays: it knows what has been paid. It is listed again once the episode is listened to again. */
export const hideEntry = (db: Queryable, userId: string, id: string) =>
  db.run(sql`
    update history_entry set removed_at = greatest(last_listened_at, wall_clock())
    where id = ${id} and user_id = ${userId}
  `)
