import { type Sql, sql } from '@griot/service-kit/db/db'
import { RULES } from '../rules/rules.ts'

export interface Check {
  /** A statement that is true if the data is correct. */
  rule: string
  /** Selects the rows that contradict it: `what`, `expected` and `found`. */
  broken: Sql
}

const sumOf = (name: string, found: Sql, expected: Sql): Check => ({
  rule: name,
  broken: sql`
    select listener.user_id::text as what, expected.value::text as expected, ${found}::text as found
    from listener
    left join (${expected}) expected on expected.user_id = listener.user_id
    where ${found} is distinct from coalesce(expected.value, 0)
  `,
})

/** Completions that count: those with points, and those whose points the limit for own shows held back. */
const completions = sql`(
  select user_id, week, source_id as episode from ledger_entry where kind = 'completed'
  union all
  select user_id, unpaid_completion_week, episode_id::text from listening_session where unpaid_completion_week is not null
)`

/** Compares all stored sums with the entries, sessions and tips from which they follow. */
export const CHECKS: readonly Check[] = [
  sumOf(
    'the balance is the sum of the entries',
    sql`listener.total_points`,
    sql`select user_id, sum(points) as value from ledger_entry group by user_id`,
  ),
  sumOf(
    'the weekly points are the sum of the entries of that week',
    sql`listener.weekly_points`,
    sql`
      select user_id, sum(entry.points) as value
      from ledger_entry entry join listener using (user_id, week) group by user_id
    `,
  ),
  sumOf(
    'the completed episodes are the completions that count',
    sql`listener.completed_episodes`,
    sql`select user_id, count(*) as value from ${completions} completion group by user_id`,
  ),
  sumOf(
    'the completed episodes of the week are the completions that count in it',
    sql`listener.completed_this_week`,
    sql`
      select user_id, count(*) as value from ${completions} completion join listener using (user_id, week)
      group by user_id
    `,
  ),
  sumOf(
    'the pledged points are those of the tips of that day',
    sql`listener.pledged_points`,
    sql`
      select sender_id as user_id, sum(points_earned) as value
      from tip join listener on listener.user_id = tip.sender_id and listener.pledge_day = tip.day
      where status = 'pledged' group by sender_id
    `,
  ),
  sumOf(
    'the points of own shows are those of the entries of that day',
    sql`listener.own_points`,
    sql`
      select user_id, sum(points) as value from ledger_entry entry join listener using (user_id, own_day) group by user_id
    `,
  ),
  {
    rule: 'no listener earned more from own shows than the daily limit',
    broken: sql`
      select user_id || ' on ' || own_day as what, ${RULES.ownShows.dailyPointsCap}::text as expected,
        sum(points)::text as found
      from ledger_entry where own_day is not null
      group by user_id, own_day having sum(points) > ${RULES.ownShows.dailyPointsCap}::int
    `,
  },
  {
    rule: 'entries that count for the limit of own shows belong to sessions of the host',
    broken: sql`
      select entry.id::text as what, 'host' as expected, session.heard_as as found
      from ledger_entry entry
      left join listening_session session on session.user_id = entry.user_id and session.id = entry.session_id
      where entry.own_day is not null and session.heard_as is distinct from 'host'
    `,
  },
  {
    rule: 'unpublished episodes earned no points',
    broken: sql`
      select id::text as what, '0' as expected, points_earned::text as found
      from listening_session where heard_as = 'preview' and points_earned <> 0
    `,
  },
  sumOf(
    'the counted history entries are the entries of the history',
    sql`listener.history_entries`,
    sql`select user_id, count(*) as value from history_entry group by user_id`,
  ),
  sumOf(
    'the counted sessions are the sessions',
    sql`listener.sessions`,
    sql`select user_id, count(*) as value from listening_session group by user_id`,
  ),
  {
    rule: 'the points of a session are the sum of its entries',
    broken: sql`
      select session.id::text as what, coalesce(entries.points, 0)::text as expected, points_earned::text as found
      from listening_session session
      left join (
        select session_id, sum(points) as points from ledger_entry where kind <> 'correction' group by session_id
      ) entries on entries.session_id = session.id
      where session.points_earned is distinct from coalesce(entries.points, 0)
    `,
  },
  {
    rule: 'an entry of a session belongs to the same listener',
    broken: sql`
      select entry.id::text as what, entry.user_id::text as expected, session.user_id::text as found
      from ledger_entry entry left join listening_session session on session.id = entry.session_id
      where entry.kind in ('listening', 'started', 'completed') and session.user_id is distinct from entry.user_id
    `,
  },
  {
    rule: 'the seconds credited for an episode are the sum of its sessions',
    broken: sql`
      select history.id::text as what, coalesce(sessions.seconds, 0)::text as expected,
        history.credited_seconds::text as found
      from history_entry history
      left join (
        select user_id, episode_id, sum(credited_seconds) as seconds from listening_session group by user_id, episode_id
      ) sessions using (user_id, episode_id)
      where history.credited_seconds is distinct from coalesce(sessions.seconds, 0)
    `,
  },
  {
    rule: 'the minutes of an episode that earned points, or were held back, are the whole credited minutes',
    broken: sql`
      select history.id::text as what, (history.credited_seconds / 60 * ${RULES.perMinute}::int)::text as expected,
        coalesce(credited.points, 0)::text as found
      from history_entry history
      left join (
        select session.user_id, session.episode_id, sum(session.minute_points_held + coalesce(entry.points, 0)) as points
        from listening_session session
        left join (
          select session_id, sum(points) as points from ledger_entry where kind = 'listening' group by session_id
        ) entry on entry.session_id = session.id
        group by session.user_id, session.episode_id
      ) credited using (user_id, episode_id)
      where history.credited_seconds / 60 * ${RULES.perMinute}::int is distinct from coalesce(credited.points, 0)
    `,
  },
  {
    rule: 'the points shown for an episode are the sum of its listening entries and their corrections',
    broken: sql`
      select history.id::text as what, coalesce(entries.points, 0)::text as expected,
        history.earned_points::text as found
      from history_entry history
      left join (
        select user_id, episode_id, sum(points) as points from episode_entry group by user_id, episode_id
      ) entries using (user_id, episode_id)
      -- Rows that are not filled yet are null.
      where history.earned_points <> coalesce(entries.points, 0)
    `,
  },
  {
    rule: 'starts and completions are marked exactly if they have an entry or count',
    broken: sql`
      select history.id::text as what, count(marked.kind)::text as expected,
        (history.start_paid::int + history.completion_paid::int)::text as found
      from history_entry history
      left join (
        select user_id, source_id as episode, kind from ledger_entry where kind = 'started'
        union all
        select user_id, episode, 'completed' from ${completions} completion
      ) marked on marked.user_id = history.user_id and marked.episode = history.episode_id::text
      group by history.id
      having count(marked.kind) filter (where marked.kind = 'started') <> history.start_paid::int
        or count(marked.kind) filter (where marked.kind = 'completed') <> history.completion_paid::int
    `,
  },
  {
    rule: 'a bonus of an audio belongs to a session of the listener that played it',
    broken: sql`
      select bonus.user_id || ' ' || bonus.kind as what, encode(bonus.audio_sha256, 'hex') as expected,
        encode(session.audio_sha256, 'hex') as found
      from audio_bonus bonus
      left join listening_session session on session.user_id = bonus.user_id and session.id = bonus.session_id
      where session.audio_sha256 is distinct from bonus.audio_sha256
    `,
  },
  {
    rule: 'a badge exists exactly if it has an entry',
    broken: sql`
      select coalesce(badge.user_id, entry.user_id)::text as what, entry.source_id as expected, badge.badge_id as found
      from user_badge badge
      full join (select * from ledger_entry where kind = 'badge') entry
        on entry.user_id = badge.user_id and entry.source_id = badge.badge_id
      where badge.user_id is null or entry.user_id is null
    `,
  },
  {
    rule: 'the points of a tip are those of its entry',
    broken: sql`
      select coalesce(tip.id::text, entry.source_id) as what, coalesce(entry.points, 0)::text as expected,
        tip.points_earned::text as found
      from tip
      full join (select * from ledger_entry where kind = 'tip') entry
        on entry.user_id = tip.sender_id and entry.source_id = tip.id::text
      where tip.points_earned is distinct from coalesce(entry.points, 0)
    `,
  },
  {
    rule: 'a correction reverses exactly the entry that it names',
    broken: sql`
      select correction.id::text as what, (-entry.points)::text as expected, correction.points::text as found
      from ledger_entry correction
      left join ledger_entry entry on entry.id::text = correction.source_id and entry.user_id = correction.user_id
      where correction.kind = 'correction'
        and (entry.kind = 'correction' or correction.points is distinct from -entry.points)
    `,
  },
  {
    rule: 'no second of a listener is credited twice, unless the clock was set back',
    // The window finds overlaps in one pass; only those are compared with each other session of the listener.
    broken: sql`
      select id::text as what, previous::text as expected, counts_from::text as found
      from (
        select *, max(ended_at) over (
          partition by user_id order by counts_from, ended_at rows between unbounded preceding and 1 preceding
        ) as previous
        from listening_session where credited_seconds > 0
      ) session
      where counts_from < previous and exists (
        select from listening_session other
        where other.user_id = session.user_id and other.id <> session.id and other.credited_seconds > 0
          and other.counts_from < coalesce(session.ended_at, 'infinity')
          and session.counts_from < coalesce(other.ended_at, 'infinity')
          and not coalesce(session.end_ahead >= other.ended_at, false)
          and not coalesce(other.end_ahead >= session.ended_at, false)
      )
    `,
  },
]
