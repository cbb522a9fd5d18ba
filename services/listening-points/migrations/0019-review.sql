-- While it is set, the listener earns no points for listening.
alter table listener add column held_at timestamptz(3);

-- The host when the session started; null in earlier rows.
alter table listening_session add column host_id uuid;

-- Listeners that a daily audit reported to admins.
create table unusual_earner (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references listener,
  reason text not null constraint unusual_earner_reason check (reason in ('points_per_hour', 'episodes_of_one_host')),
  -- Of the audit (UTC). Several audits of a day report a listener once.
  day date not null,
  found integer not null,
  allowed integer not null,
  created_at timestamptz(3) not null default wall_clock(),
  constraint unusual_earner_once unique (user_id, reason, day)
);

create index unusual_earner_newest on unusual_earner (created_at desc, id desc);

-- Holds and releases, with the admin who made them.
create table points_hold (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references listener,
  is_held boolean not null,
  admin_id uuid not null,
  created_at timestamptz(3) not null default wall_clock()
);

create index points_hold_of_user on points_hold (user_id, created_at);
