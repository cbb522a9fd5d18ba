create table listening_session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references listener,
  episode_id uuid not null,
  -- The episode as it was at the start: a length measured later cannot pay for what was heard before.
  podcast_id uuid not null,
  episode_title text not null,
  length_seconds integer not null constraint listening_session_length_range check (length_seconds between 0 and 86400),
  -- What of the length had not been credited to this person yet.
  left_seconds integer not null constraint listening_session_left_range check (left_seconds between 0 and length_seconds),
  started_at timestamptz(3) not null,
  -- Credit may reach back this far: a little before the start, never into the session before. After the start when
  -- the clock was set back a little; when it was set back by more than an hour, the time is counted as it comes.
  counts_from timestamptz(3) not null,

  -- What heartbeats have proven.
  last_heard_at timestamptz(3) not null,
  beats integer not null default 0,
  claimed_seconds integer not null default 0,
  heard_seconds integer not null default 0 constraint listening_session_heard_range check (heard_seconds between 0 and 86400),
  position_seconds integer not null default 0,
  furthest_seconds integer not null default 0,
  -- When the reaper looks next. Heartbeats leave it alone, so that they touch no index.
  check_at timestamptz(3) not null,

  start_points integer not null,
  -- Null while open. The receipt is what ending the session answered, word for word.
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

-- A receipt stands: once a session has ended, nothing about it changes.
create function refuse_after_end() returns trigger language plpgsql as $$
begin
  raise exception 'listening session % has ended', old.id using errcode = 'object_not_in_prerequisite_state';
end
$$;

create trigger listening_session_stands before update or delete on listening_session
  for each row when (old.ended_at is not null) execute function refuse_after_end();
