-- A block or a release of a user that services have not applied yet.
create table block_delivery (
  user_id uuid primary key references user_account on delete cascade,
  version int not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Services that have not confirmed yet.
  left_to_do text[] not null,
  tried_at timestamptz
);
