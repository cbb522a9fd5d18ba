-- An action on many files of the queue. The service works through its files in steps, so it survives a restart.
create table queue_bulk (
  id uuid primary key default gen_random_uuid(),
  action text not null check (action in ('retry', 'cancel', 'clear')),
  actor_id uuid not null,
  actor_name text not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  total integer not null,
  done integer not null default 0,
  -- Files that had changed meanwhile, so that the action no longer applied.
  skipped integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  touched_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3)
);

create index queue_bulk_running on queue_bulk (touched_at) where state = 'running';
create index queue_bulk_newest on queue_bulk (created_at desc, id desc);
create index queue_bulk_of_actor on queue_bulk (actor_id, created_at desc, id desc);

-- The files that remain.
create table queue_bulk_file (
  bulk_id uuid not null references queue_bulk (id) on delete cascade,
  media_file_id uuid not null references media_file (id) on delete cascade,
  primary key (bulk_id, media_file_id)
);

create index queue_bulk_file_of_file on queue_bulk_file (media_file_id);
