-- Addresses that receive messages about releases of a module.
create table module_webhook (
  id uuid primary key default gen_random_uuid(),
  module text not null,
  url text not null,
  -- Not a hash: the gateway signs the messages with it.
  secret text not null,
  events text[] not null check (cardinality(events) > 0),
  added_by text not null,
  added_at timestamptz not null default clock_timestamp()
);

create index module_webhook_module on module_webhook (module);

create table module_delivery (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references module_webhook on delete cascade,
  -- The cause, such as a revision. Several instances detect it; the unique constraint allows one row.
  source text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  problem text,
  unique (webhook_id, source)
);

create index module_delivery_pending on module_delivery (next_try_at) where sent_at is null;
