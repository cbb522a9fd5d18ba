-- Feeds that listeners created for their own apps. Revoking one deletes its row.
create table private_feed (
  id uuid primary key default gen_random_uuid(),
  podcast_id uuid not null references podcast (id) on delete cascade,
  user_id uuid not null,
  name text not null,
  -- SHA-256. The address is shown once.
  token_hash bytea not null constraint private_feed_token_once unique,
  created_at timestamptz(3) not null default clock_timestamp()
);

create index private_feed_podcast_id on private_feed (podcast_id);
create index private_feed_user_id on private_feed (user_id, created_at desc, id desc);

-- The change that hubs and directories were notified of. Null: none.
alter table podcast add feed_notified_at timestamptz(3);

create index podcast_feed_changed_at on podcast (feed_changed_at);
