-- A deleted account whose data the services are still deleting. The row is deleted after the last service has
-- confirmed, so the deletion continues after a crash.
create table account_deletion (
  user_id uuid primary key,
  asked_at timestamptz not null default clock_timestamp(),
  -- Services that have not confirmed yet.
  left_to_do text[] not null,
  tried_at timestamptz
);
