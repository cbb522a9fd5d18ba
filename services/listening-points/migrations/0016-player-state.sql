-- The saved player of a listener. The position is in history_entry and listening_session.
create table player_state (
  user_id uuid primary key,
  -- Incremented with each change, so that a device detects changes of another device.
  version integer not null default 0,
  episode_id uuid,
  rate numeric(2, 1) not null default 1,
  -- The device that plays; null while none does.
  playing_on uuid,
  -- The times of the latest actions on the episode and on the queue. Older actions that arrive later are ignored.
  played_at timestamptz(3) not null default 'epoch',
  queue uuid[] not null default '{}' constraint player_state_queue_length check (cardinality(queue) <= 200),
  queued_at timestamptz(3) not null default 'epoch'
);
