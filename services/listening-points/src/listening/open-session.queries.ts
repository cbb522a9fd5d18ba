import { StartListening } from '@griot/contracts/listening'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { clock } from '../clock.ts'
import {
  addOwnPoints,
  addPaid,
  givenEntries,
  insertEntries,
  type OwnEntry,
  sumEntries,
} from '../ledger/ledger.queries.ts'
import { ofThese } from '../parts/of-these.ts'
import { GRACE_SECONDS, RULES, SILENCE_SECONDS } from '../rules/numbers.ts'
import { heardAs } from '../rules/own-shows.ts'
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
  const rows = await db.many(Opened, openThem(db, wishes))
  const opened = new Map(rows.map(({ userId, ...session }) => [userId, session]))
  return wishes.map(({ userId }) => opened.get(userId))
}

const openThem = (db: Queryable, wishes: readonly Wish[]): Sql => {
  const people = wishes.map(({ userId }) => userId)
  const wanted = wishes.map(({ userId, episode }) => ({
    user_id: userId,
    episode_id: episode.id,
    podcast_id: episode.podcastId,
    title: episode.title,
    length_seconds: episode.lengthSeconds,
    heard_as: heardAs(userId, episode),
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
  const paying = {
    points: sql`payee.start_points`,
    ownDay: sql`case when payee.heard_as = 'host' then payee.own_day end`,
  }
  return sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted
        (user_id uuid, episode_id uuid, podcast_id uuid, title text, length_seconds int, heard_as text)
      -- Lest PostgreSQL supposes a hundred, and reads all sessions rather than looking for so many.
      limit (select ${wishes.length}::int)
    ), given as (${givenEntries(entries)}
    ), person as (
      -- In one order for everybody, so that two processes with the same people never wait in a circle. Whoever is busy
      -- has a statement of their own afterwards, that nobody else has to wait for.
      select listener.user_id, listener.version, listener.week, listener.listened_until, listener.own_day,
        listener.own_points
      from wanted join listener on listener.user_id = wanted.user_id
      order by listener.user_id
      for no key update of listener skip locked
    ), moment as materialized (
      -- Read when the people are locked: whatever was written for them before has an earlier time.
      select clock.now, clock.week, clock.day from (select count(*) from person) locked cross join ${clock} clock
    ), gate as (
      -- The lock answers the row as it is now; the plain read, as it was when this statement began and everything
      -- below was read. Only if they agree is what was read still true.
      select wanted.*, person.listened_until, moment.now, greatest(person.week, moment.week) as week,
        coalesce(known.position_seconds, 0) as known_position, coalesce(known.credited_seconds, 0) as known_credit,
        coalesce(known.start_paid, false) as known_start_paid, coalesce(known.completion_paid, false) as is_completion_paid,
        case when known.user_id is null then 1 else 0 end as new_entries, greatest(person.own_day, moment.day) as own_day,
        case wanted.heard_as when 'preview' then 0 when 'host' then greatest(0, ${RULES.ownShows.dailyPointsCap}::int
          - case when person.own_day >= moment.day then person.own_points else 0 end) end as most_points
      from person
      join listener as_read on as_read.user_id = person.user_id and as_read.version = person.version
      join wanted on wanted.user_id = person.user_id
      cross join moment
      left join history_entry known on known.user_id = wanted.user_id and known.episode_id = wanted.episode_id
      where not exists (
        select from listening_session playing where playing.user_id = person.user_id and playing.ended_at is null
          and ${ofThese(db, sql`playing.user_id`, people)}
      )
    ), judged as (
      -- Whoever is no host has no most: least() and greatest() pass over a null.
      select gate.*, case when known_start_paid then 0 else least(${RULES.perStart}::int, most_points) end as start_points
      from gate
    ), inserted as (
      insert into listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
        heard_as, started_at, counts_from, last_heard_at, check_at, start_points, points_earned)
      select user_id, episode_id, podcast_id, title, length_seconds,
        case when heard_as = 'preview' then 0 else greatest(0, length_seconds - known_credit) end, heard_as, now,
        greatest(now - ${GRACE_SECONDS} * interval '1 second',
          case when listened_until < now + interval '1 hour' then listened_until end),
        now, now + ${SILENCE_SECONDS} * interval '1 second', start_points, start_points
      from judged
      returning *
    ), opened as (
      select inserted.*, inserted.id as session_id, judged.week, judged.own_day, judged.most_points, judged.new_entries,
        judged.known_position, judged.known_credit, judged.is_completion_paid
      from inserted join judged on judged.user_id = inserted.user_id
    ), entry as (${insertEntries('opened', occasion, paying)}
    ), paid as (${sumEntries('opened')}
    ), history as (
      insert into history_entry (user_id, episode_id, podcast_id, length_seconds, start_paid, last_listened_at)
      select user_id, episode_id, podcast_id, length_seconds, start_points > 0, started_at from opened
      on conflict (user_id, episode_id) do update set podcast_id = excluded.podcast_id,
        length_seconds = excluded.length_seconds, start_paid = history_entry.start_paid or excluded.start_paid,
        last_listened_at = excluded.last_listened_at
    ), balance as (
      update listener set ${addPaid(sql`opened.week`)}, sessions = listener.sessions + 1,
        ${addOwnPoints(sql`opened.own_day`, sql`case when opened.heard_as = 'host' then opened.start_points else 0 end`)},
        history_entries = listener.history_entries + opened.new_entries
      from opened join paid on paid.user_id = opened.user_id
      where listener.user_id = opened.user_id
    )
    select ${sessionColumns}, user_id as "userId", known_position as "positionSeconds",
      known_credit as "creditedSeconds", is_completion_paid as "isCompletionPaid",
      most_points - start_points as "pointsLeft"
    from opened
  `
}
