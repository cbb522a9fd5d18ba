create table saved_episode (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  episode_id uuid not null,
  podcast_id uuid not null,
  created_at timestamptz(3) not null default wall_clock(),
  constraint saved_episode_once unique (user_id, episode_id)
);

create index saved_episode_newest on saved_episode (user_id, created_at desc, id desc);
