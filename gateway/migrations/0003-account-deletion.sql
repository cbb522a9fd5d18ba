-- A person whose account is gone and whose traces in the services are still being removed. The row goes when the last
-- service is done; so what a crash leaves is gone on with.
create table account_deletion (
  user_id uuid primary key,
  asked_at timestamptz not null default clock_timestamp(),
  -- The services that have not yet removed theirs.
  left_to_do text[] not null,
  tried_at timestamptz
);
