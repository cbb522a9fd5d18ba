-- What this service has to tell or to have done, written in the transaction of the change itself.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  queue text not null,
  name text not null,
  data jsonb not null,
  -- The same work twice is one job; null lets the row's own id be the job's.
  job_id text,
  created_at timestamptz not null default clock_timestamp()
);

create index outbox_created_at on outbox (created_at);

-- Messages of others that have had their effect here; a repeated delivery finds itself and does nothing.
create table inbox (
  message_id text primary key,
  received_at timestamptz not null default clock_timestamp()
);

create index inbox_received_at on inbox (received_at);
