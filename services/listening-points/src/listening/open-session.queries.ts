import { StartListening } from '@griot/contracts/listening'
import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { clock } from '../clock.ts'
import type { Entry } from '../ledger/entry.ts'
import { addPaid, insertEntries, sumEntries } from '../ledger/ledger.queries.ts'
import { GRACE_SECONDS, SILENCE_SECONDS } from '../rules/numbers.ts'
import { sessionColumns } from './sessions.queries.ts'

/** What a start is judged by, as of one moment. */
const Beginning = z.object({
  now: z.string(),
  week: z.string(),
  version: z.number(),
  openSessionId: z.string().nullable(),
  /** Null: this person has never started the episode. */
  positionSeconds: z.number().nullable(),
  creditedSeconds: z.number().nullable(),
  isStartPaid: z.boolean().nullable(),
  isCompletionPaid: z.boolean().nullable(),
})
export type Beginning = z.infer<typeof Beginning>

export const readBeginning = (db: Queryable, userId: string, episodeId: string) =>
  db.maybeOne(
    Beginning,
    sql`
      select clock.now, greatest(listener.week, clock.week)::text as week, listener.version,
        open.id as "openSessionId", history.position_seconds as "positionSeconds",
        history.credited_seconds as "creditedSeconds", history.start_paid as "isStartPaid",
        history.completion_paid as "isCompletionPaid"
      from listener
      left join listening_session open on open.user_id = listener.user_id and open.ended_at is null
      left join history_entry history on history.user_id = listener.user_id and history.episode_id = ${episodeId}
      cross join ${clock} clock
      where listener.user_id = ${userId}
    `,
  )

const Opened = StartListening.response.omit({ positionSeconds: true, creditedSeconds: true, isCompletionPaid: true })

interface Opening {
  userId: string
  episode: EpisodeFacts
  beginning: Beginning
  leftSeconds: number
  entries: Entry[]
}

/** Opens the session and pays its start, unless anything about this person has changed since it was judged. */
export const openSession = (db: Queryable, { userId, episode, beginning, leftSeconds, entries }: Opening) => {
  const startPoints = entries.reduce((sum, { points }) => sum + points, 0)
  const { now, version } = beginning
  return db.maybeOne(
    Opened,
    sql`
      with gate as (
        select user_id, listened_until from listener
        where user_id = ${userId} and version = ${version} for no key update
      ), opened as (
        insert into listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
          started_at, counts_from, last_heard_at, check_at, start_points, points_earned)
        select user_id, ${episode.id}::uuid, ${episode.podcastId}::uuid, ${episode.title}::text,
          ${episode.lengthSeconds}::int, ${leftSeconds}::int,
          ${now}::timestamptz,
          greatest(${now}::timestamptz - ${GRACE_SECONDS} * interval '1 second',
            case when listened_until < ${now}::timestamptz + interval '1 hour' then listened_until end),
          ${now}::timestamptz, ${now}::timestamptz + ${SILENCE_SECONDS} * interval '1 second',
          ${startPoints}::int, ${startPoints}::int
        from gate
        returning *, id as session_id
      ), entry as (${insertEntries('opened', entries, beginning)}
      ), paid as (${sumEntries}
      ), history as (
        insert into history_entry (user_id, episode_id, podcast_id, length_seconds, start_paid, last_listened_at)
        select user_id, episode_id, podcast_id, length_seconds, true, started_at from opened
        on conflict (user_id, episode_id) do update set podcast_id = excluded.podcast_id,
          length_seconds = excluded.length_seconds, start_paid = true, last_listened_at = excluded.last_listened_at
      ), balance as (
        update listener set ${addPaid(beginning)},
          history_entries = listener.history_entries + ${beginning.creditedSeconds === null ? 1 : 0}::int
        from opened, paid where listener.user_id = opened.user_id
      )
      select ${sessionColumns} from opened
    `,
  )
}
