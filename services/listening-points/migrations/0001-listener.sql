-- The one clock that elapsed time, days and weeks are read from; a process's own clock is never asked. Whole
-- milliseconds, so that a time read by a process and handed back is still the same time.
create function wall_clock() returns timestamptz
  language sql volatile parallel safe
  return date_trunc('milliseconds', clock_timestamp());

-- One row a person: the sums of their ledger, and the lock that everything which pays them takes first.
create table listener (
  user_id uuid primary key,
  -- Stands for the person on the leaderboard, where others see it.
  public_id uuid not null default gen_random_uuid(),
  -- What they chose to be called on the leaderboard; null is anonymous.
  display_name text constraint listener_display_name_length check (length(display_name) between 1 and 50),
  total_points integer not null default 0 constraint listener_total_points_range check (total_points >= 0),
  -- Monday of the ISO week (UTC) that the two weekly numbers belong to.
  week date not null,
  weekly_points integer not null default 0,
  completed_this_week integer not null default 0,
  completed_episodes integer not null default 0,
  history_entries integer not null default 0,
  -- Day (UTC) that the pledged points belong to.
  pledge_day date not null,
  pledged_points integer not null default 0,
  -- Up to here their time has been credited: no two sessions are paid for the same second.
  listened_until timestamptz(3),
  -- Grows with every payment and every session that opens or closes: a judgement made on an older row does not pay.
  version bigint not null default 0
) with (fillfactor = 70);

create index listener_by_points on listener (total_points desc, user_id);
