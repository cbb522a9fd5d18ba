create table listening_session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references listener,
  episode_id uuid not null,
  -- The episode at the start: a duration that is measured later does not change what the session earns.
  podcast_id uuid not null,
  episode_title text not null,
  length_seconds integer not null constraint listening_session_length_range check (length_seconds between 0 and 86400),
  -- The part of the length that was not credited to this user at the start.
  left_seconds integer not null constraint listening_session_left_range check (left_seconds between 0 and length_seconds),
  started_at timestamptz(3) not null,
  -- The session counts time from here: shortly before the start, and after the end of the previous session. Later than
  -- the start if the clock was set back by up to an hour. A larger change of the clock is ignored.
  counts_from timestamptz(3) not null,

  -- Values from heartbeats.
  last_heard_at timestamptz(3) not null,
  beats integer not null default 0,
  claimed_seconds integer not null default 0,
  heard_seconds integer not null default 0 constraint listening_session_heard_range check (heard_seconds between 0 and 86400),
  position_seconds integer not null default 0,
  furthest_seconds integer not null default 0,
  -- The next check by the reaper. Heartbeats do not change it, so they update no index.
  check_at timestamptz(3) not null,

  start_points integer not null,
  -- Null while open. The receipt is the exact response to the end of the session.
  ended_at timestamptz(3),
  ended_by text constraint listening_session_ended_by check (ended_by in ('listener', 'next_start', 'silence')),
  credited_seconds integer not null default 0,
  completed boolean not null default false,
  points_earned integer not null,
  completion_bonus integer not null default 0,
  receipt json,

  constraint listening_session_ends_after_start check (ended_at >= started_at),
  constraint listening_session_ended_whole check (
    (ended_at is null) = (receipt is null) and (ended_at is null) = (ended_by is null)
  ),
  constraint listening_session_credit_left check (credited_seconds between 0 and least(heard_seconds, left_seconds)),
  constraint listening_session_credit_elapsed check (
    ended_at is null or credited_seconds <= greatest(0, extract(epoch from ended_at - counts_from))
  )
) with (fillfactor = 70);

create unique index listening_session_one_open on listening_session (user_id) where ended_at is null;
create index listening_session_to_check on listening_session (check_at, id) where ended_at is null;
create index listening_session_newest on listening_session (user_id, started_at desc, id desc);

-- An ended session and its receipt are immutable.
create function refuse_after_end() returns trigger language plpgsql as $$
begin
  raise exception 'listening session % has ended', old.id using errcode = 'object_not_in_prerequisite_state';
end
$$;

create trigger listening_session_stands before update or delete on listening_session
  for each row when (old.ended_at is not null) execute function refuse_after_end();
