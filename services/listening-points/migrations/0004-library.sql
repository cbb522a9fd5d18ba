-- A user's position in an episode, and the seconds that were credited for it in all sessions.
create table history_entry (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references listener,
  episode_id uuid not null,
  podcast_id uuid not null,
  length_seconds integer not null,
  position_seconds integer not null default 0,
  progress numeric(5, 2) not null default 0 constraint history_entry_progress_range check (progress between 0 and 100),
  completed boolean not null default false,
  credited_seconds integer not null default 0,
  start_paid boolean not null default false,
  completion_paid boolean not null default false,
  last_listened_at timestamptz(3) not null,
  constraint history_entry_one_an_episode unique (user_id, episode_id)
) with (fillfactor = 80);

create index history_entry_newest on history_entry (user_id, last_listened_at desc, id desc);

create table favorite (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  podcast_id uuid not null,
  created_at timestamptz(3) not null default wall_clock(),
  constraint favorite_one_a_podcast unique (user_id, podcast_id)
);

create index favorite_newest on favorite (user_id, created_at desc, id desc);
