import { StartListening } from '@griot/contracts/listening'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { clock } from '../clock.ts'
import { addPaid, givenEntries, insertEntries, type OwnEntry, sumEntries } from '../ledger/ledger.queries.ts'
import { GRACE_SECONDS, RULES, SILENCE_SECONDS } from '../rules/numbers.ts'
import { sessionColumns } from './sessions.queries.ts'

const Opened = StartListening.response.extend({ userId: z.string(), positionSeconds: z.number() })
type Opened = Omit<z.infer<typeof Opened>, 'userId'>

export interface Wish {
  userId: string
  episode: EpisodeFacts
}

/**
 * Opens sessions of different people and pays for the first start of an episode, all in one statement. Answers in the
 * order of the wishes; nothing, and does nothing, for somebody who has no row yet, has another session open, or is being
 * paid or was paid by somebody else at the same moment.
 */
export const openSessions = async (db: Queryable, wishes: readonly Wish[]): Promise<(Opened | undefined)[]> => {
  const rows = await db.many(Opened, openThem(wishes))
  const opened = new Map(rows.map(({ userId, ...session }) => [userId, session]))
  return wishes.map(({ userId }) => opened.get(userId))
}

const openThem = (wishes: readonly Wish[]): Sql => {
  const wanted = wishes.map(({ userId, episode }) => ({
    user_id: userId,
    episode_id: episode.id,
    podcast_id: episode.podcastId,
    title: episode.title,
    length_seconds: episode.lengthSeconds,
  }))
  const entries = wishes.map(
    ({ userId, episode }): OwnEntry => ({
      userId,
      kind: 'started',
      type: 'listening',
      sourceId: episode.id,
      points: RULES.perStart,
      about: { title: episode.title },
    }),
  )
  const occasion = { now: sql`payee.started_at`, week: sql`payee.week` }
  return sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted
        (user_id uuid, episode_id uuid, podcast_id uuid, title text, length_seconds int)
    ), given as (${givenEntries(entries)}
    ), person as (
      -- In one order for everybody, so that two processes with the same people never wait in a circle. Whoever is busy
      -- has a statement of their own afterwards, that nobody else has to wait for.
      select listener.user_id, listener.version, listener.week, listener.listened_until
      from wanted join listener on listener.user_id = wanted.user_id
      order by listener.user_id
      for no key update of listener skip locked
    ), moment as materialized (
      -- Read when the people are locked: whatever was written for them before has an earlier time.
      select clock.now, clock.week from (select count(*) from person) locked cross join ${clock} clock
    ), gate as (
      -- The lock answers the row as it is now; the plain read, as it was when this statement began and everything
      -- below was read. Only if they agree is what was read still true.
      select wanted.*, person.listened_until, moment.now, greatest(person.week, moment.week) as week,
        coalesce(known.position_seconds, 0) as known_position, coalesce(known.credited_seconds, 0) as known_credit,
        coalesce(known.completion_paid, false) as is_completion_paid,
        case when known.user_id is null then 1 else 0 end as new_entries,
        case when known.start_paid then 0 else ${RULES.perStart}::int end as start_points
      from person
      join listener as_read on as_read.user_id = person.user_id and as_read.version = person.version
      join wanted on wanted.user_id = person.user_id
      cross join moment
      left join history_entry known on known.user_id = wanted.user_id and known.episode_id = wanted.episode_id
      where not exists (
        select from listening_session playing where playing.user_id = person.user_id and playing.ended_at is null
      )
    ), inserted as (
      insert into listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
        started_at, counts_from, last_heard_at, check_at, start_points, points_earned)
      select user_id, episode_id, podcast_id, title, length_seconds, greatest(0, length_seconds - known_credit), now,
        greatest(now - ${GRACE_SECONDS} * interval '1 second',
          case when listened_until < now + interval '1 hour' then listened_until end),
        now, now + ${SILENCE_SECONDS} * interval '1 second', start_points, start_points
      from gate
      returning *
    ), opened as (
      select inserted.*, inserted.id as session_id, gate.week, gate.new_entries, gate.known_position,
        gate.known_credit, gate.is_completion_paid
      from inserted join gate on gate.user_id = inserted.user_id
    ), entry as (${insertEntries('opened', occasion, sql`payee.start_points > 0`)}
    ), paid as (${sumEntries('opened')}
    ), history as (
      insert into history_entry (user_id, episode_id, podcast_id, length_seconds, start_paid, last_listened_at)
      select user_id, episode_id, podcast_id, length_seconds, true, started_at from opened
      on conflict (user_id, episode_id) do update set podcast_id = excluded.podcast_id,
        length_seconds = excluded.length_seconds, start_paid = true, last_listened_at = excluded.last_listened_at
    ), balance as (
      update listener set ${addPaid(sql`opened.week`)}, sessions = listener.sessions + 1,
        history_entries = listener.history_entries + opened.new_entries
      from opened join paid on paid.user_id = opened.user_id
      where listener.user_id = opened.user_id
    )
    select ${sessionColumns}, user_id as "userId", known_position as "positionSeconds",
      known_credit as "creditedSeconds", is_completion_paid as "isCompletionPaid"
    from opened
  `
}
