import { StartListening } from '@griot/contracts/listening'
import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { clock } from '../clock.ts'
import { addPaid, insertEntries, sumEntries } from '../ledger/ledger.queries.ts'
import { GRACE_SECONDS, RULES, SILENCE_SECONDS } from '../rules/numbers.ts'
import { sessionColumns } from './sessions.queries.ts'

const Opened = StartListening.response.extend({ positionSeconds: z.number() })

/**
 * Opens a session and pays for the first start of an episode, in one statement. Answers nothing, and does nothing, when
 * the person has no row yet, has another session open, or was paid by somebody else at the same moment.
 */
export const openSession = (db: Queryable, userId: string, episode: EpisodeFacts) => {
  const startEntry = {
    kind: 'started',
    type: 'listening',
    sourceId: episode.id,
    points: RULES.perStart,
    about: { title: episode.title },
  } as const
  const occasion = { now: sql`payee.started_at`, week: sql`(select week from gate)` }
  return db.maybeOne(
    Opened,
    sql`
      with person as (
        select user_id, version, week, listened_until from listener where user_id = ${userId} for no key update
      ), gate as (
        -- The lock answers the row as it is now; the plain read, as it was when this statement began and everything
        -- below was read. Only if they agree is what was read still true.
        select person.user_id, person.listened_until, clock.now, greatest(person.week, clock.week) as week
        from person
        join listener as_read on as_read.user_id = person.user_id and as_read.version = person.version
        cross join ${clock} clock
        where not exists (
          select 1 from listening_session where user_id = ${userId} and ended_at is null
        )
      ), known as (
        select position_seconds, credited_seconds, start_paid, completion_paid from history_entry
        where user_id = ${userId} and episode_id = ${episode.id}
      ), opened as (
        insert into listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
          started_at, counts_from, last_heard_at, check_at, start_points, points_earned)
        select gate.user_id, ${episode.id}::uuid, ${episode.podcastId}::uuid, ${episode.title}::text,
          ${episode.lengthSeconds}::int,
          greatest(0, ${episode.lengthSeconds}::int - coalesce(known.credited_seconds, 0)),
          gate.now,
          greatest(gate.now - ${GRACE_SECONDS} * interval '1 second',
            case when gate.listened_until < gate.now + interval '1 hour' then gate.listened_until end),
          gate.now, gate.now + ${SILENCE_SECONDS} * interval '1 second',
          start.points, start.points
        from gate left join known on true
        cross join lateral (
          select case when known.start_paid then 0 else ${RULES.perStart}::int end as points
        ) start
        returning *, id as session_id
      ), entry as (${insertEntries('opened', [startEntry], occasion, sql`payee.start_points > 0`)}
      ), paid as (${sumEntries}
      ), history as (
        insert into history_entry (user_id, episode_id, podcast_id, length_seconds, start_paid, last_listened_at)
        select user_id, episode_id, podcast_id, length_seconds, true, started_at from opened
        on conflict (user_id, episode_id) do update set podcast_id = excluded.podcast_id,
          length_seconds = excluded.length_seconds, start_paid = true, last_listened_at = excluded.last_listened_at
      ), balance as (
        update listener set ${addPaid(sql`gate.week`)}, sessions = listener.sessions + 1,
          history_entries = listener.history_entries + case when exists (select 1 from known) then 0 else 1 end
        from opened, gate, paid where listener.user_id = opened.user_id
      )
      select ${sessionColumns}, coalesce((select position_seconds from known), 0) as "positionSeconds",
        coalesce((select credited_seconds from known), 0) as "creditedSeconds",
        coalesce((select completion_paid from known), false) as "isCompletionPaid"
      from opened
    `,
  )
}
