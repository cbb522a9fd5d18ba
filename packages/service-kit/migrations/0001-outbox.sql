-- Events to publish and jobs to enqueue. A row is inserted in the transaction of the change that it results from.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  queue text not null,
  name text not null,
  data jsonb not null,
  -- Rows with the same job id become one job. Null: the id of the row is the id of the job.
  job_id text,
  created_at timestamptz not null default clock_timestamp()
);

create index outbox_created_at on outbox (created_at);

-- Ids of received messages. A repeated delivery of a message has no effect.
create table inbox (
  message_id text primary key,
  received_at timestamptz not null default clock_timestamp()
);

create index inbox_received_at on inbox (received_at);
