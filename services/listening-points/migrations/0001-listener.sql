-- The only clock for elapsed time, days and weeks; clocks of processes are not used. Whole milliseconds, because
-- a process reads and returns times in milliseconds.
create function wall_clock() returns timestamptz
  language sql volatile parallel safe
  return date_trunc('milliseconds', clock_timestamp());

-- One row for each user: the sums of their ledger. A transaction that credits points locks this row first.
create table listener (
  user_id uuid primary key,
  -- The id of the user on the leaderboard, which other users see.
  public_id uuid not null default gen_random_uuid(),
  -- The user's name on the leaderboard; null: anonymous.
  display_name text constraint listener_display_name_length check (length(display_name) between 1 and 50),
  total_points integer not null default 0 constraint listener_total_points_range check (total_points >= 0),
  -- Monday of the ISO week (UTC) of the two weekly numbers.
  week date not null,
  weekly_points integer not null default 0,
  completed_this_week integer not null default 0,
  completed_episodes integer not null default 0,
  history_entries integer not null default 0,
  -- Day (UTC) of the pledged points.
  pledge_day date not null,
  pledged_points integer not null default 0,
  -- Time before this is credited: two sessions cannot earn for the same second.
  listened_until timestamptz(3),
  -- Incremented with each credit and with each start and end of a session.
  version bigint not null default 0
) with (fillfactor = 70);

create index listener_by_points on listener (total_points desc, user_id);
