import type { QueryOf } from '@griot/contracts/endpoint'
import { type HistoryEntry, LibraryCounts, type ListHistory } from '@griot/contracts/library'
import { progressAt } from '@griot/contracts/listening-rules'
import { emptySql, type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { FROM_THE_NEWEST } from '@griot/service-kit/db/newest-first'
import { z } from 'zod'
import { pointsOfEpisode } from '../ledger/fill-earlier-rows.ts'
import { isRemoved } from '../ledger/history.queries.ts'
import { LISTED_AFTER } from '../rules/rules.ts'

const Row = z.object({
  id: z.string(),
  userId: z.string(),
  episodeId: z.string(),
  podcastId: z.string(),
  lengthSeconds: z.number(),
  positionSeconds: z.number(),
  progress: z.number(),
  completed: z.boolean(),
  earnedPoints: z.number(),
  lastListenedAt: z.string(),
})
type Row = z.infer<typeof Row>

const columns = sql`
  history.id, history.user_id as "userId", history.episode_id as "episodeId", history.podcast_id as "podcastId",
  history.length_seconds as "lengthSeconds", history.position_seconds as "positionSeconds", history.progress,
  history.completed, coalesce(history.earned_points, (${pointsOfEpisode}), 0) as "earnedPoints", history.last_listened_at as "lastListenedAt"
`

export const asEntry = ({ lengthSeconds: _, ...row }: Row): HistoryEntry => row

/** `livePosition`: the position of the listener's open session, if it plays this episode. */
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
  podcastId?: string | undefined
  state: QueryOf<typeof ListHistory>['state']
  after: readonly [string, string] | undefined
}

const fromHistory = sql`
  from history_entry history
  left join listening_session open on open.user_id = history.user_id and open.episode_id = history.episode_id
    and open.ended_at is null and open.beats > 0
`

const isKept = sql`(${isRemoved}) is not true`

/** Excludes episodes that were only tried. A position without credited seconds was set by the client, or in a preview. */
const isHeard = sql`(
  history.completed
  or history.credited_seconds = 0 and history.position_seconds > 0
  or history.credited_seconds + greatest(open.proven_seconds - open.credited_seconds, 0)
    >= least(${LISTED_AFTER.seconds}, greatest(1, history.length_seconds * ${LISTED_AFTER.percent}::int / 100))
)`

const isBegun = sql`not history.completed and coalesce(open.position_seconds, history.position_seconds) > 0`

export const listHistory = (
  db: Queryable,
  userId: string,
  { limit, episodeIds, podcastId, state, after = FROM_THE_NEWEST }: HistoryPage,
) =>
  db.many(
    Listed,
    sql`
      select ${columns}, open.position_seconds as "livePosition"
      ${fromHistory}
      where history.user_id = ${userId} and ${isKept}
        and (history.last_listened_at, history.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
        and ${episodeIds === undefined ? isHeard : sql`history.episode_id = any(${episodeIds}::uuid[])`}
        ${podcastId === undefined ? emptySql : sql`and history.podcast_id = ${podcastId}`}
        ${state === 'begun' ? sql`and ${isBegun}` : emptySql}
        ${state === 'completed' ? sql`and history.completed` : emptySql}
      order by history.last_listened_at desc, history.id desc
      limit ${limit + 1}
    `,
  )

export const countLibrary = (db: Queryable, userId: string, podcastId: string | undefined) => {
  const of = (column: Sql) => (podcastId === undefined ? emptySql : sql`and ${column} = ${podcastId}::uuid`)
  return db.one(
    LibraryCounts,
    sql`
      select (select count(*)::int from favorite where user_id = ${userId} ${of(sql`podcast_id`)}) as favorites,
        count(*)::int as listened, count(*) filter (where history.completed)::int as completed
      ${fromHistory} where history.user_id = ${userId} ${of(sql`history.podcast_id`)} and ${isKept} and ${isHeard}
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

/** Returns undefined if the episode has an entry already. */
export const insertEntry = (db: Queryable, entry: NewRow) =>
  db.maybeOne(
    Row,
    sql`
      with locked as (
        select user_id from listener where user_id = ${entry.userId} for no key update
      ), history as (
        insert into history_entry (user_id, episode_id, podcast_id, length_seconds, position_seconds, progress,
          completed, last_listened_at)
        select user_id, ${entry.episodeId}::uuid, ${entry.podcastId}::uuid, ${entry.lengthSeconds}::int,
          ${entry.positionSeconds}::int, ${entry.progress}::numeric, ${entry.completed}::boolean, wall_clock()
        from locked
        on conflict (user_id, episode_id) do nothing
        returning *
      ), counted as (
        update listener set history_entries = listener.history_entries + 1, version = listener.version + 1
        from history where listener.user_id = history.user_id
      )
      select ${columns} from history
    `,
  )

/** A completed episode stays completed. */
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

/** Credited seconds of the episode stay credited, and are not credited again. */
export const resetEntry = (db: Queryable, id: string) =>
  db.one(
    Row,
    sql`
      update history_entry history set position_seconds = 0, progress = 0, completed = false
      where id = ${id}
      returning ${columns}
    `,
  )

/** Keeps the row, because it stores the credits for the episode. */
export const hideEntry = (db: Queryable, userId: string, id: string) =>
  db.run(sql`
    update history_entry set removed_at = greatest(last_listened_at, wall_clock())
    where id = ${id} and user_id = ${userId}
  `)
