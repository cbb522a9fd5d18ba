-- A hash of the address that started a session, equal for one address on one day. The daily audit deletes rows after
-- a day.
create table session_address (
  session_id uuid primary key,
  user_id uuid not null,
  address_hash text not null,
  started_at timestamptz(3) not null
);

alter table unusual_earner drop constraint unusual_earner_reason, add constraint unusual_earner_reason
  check (reason in ('points_per_hour', 'episodes_of_one_host', 'listeners_of_one_address'));
