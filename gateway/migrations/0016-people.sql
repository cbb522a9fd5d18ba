alter table user_account
  -- Up to an hour earlier than the last request; null until the first request on this release. Not `last_seen_at`: the previous
  -- release joins this table with the sessions and names that column alone.
  add active_at timestamptz,
  -- A blocked user has no sessions and cannot sign in.
  add blocked_at timestamptz,
  add blocked_reason text,
  add hides_shows boolean not null default false,
  -- The number of blocks and releases, so that services ignore a state that arrives late.
  add block_version int not null default 0;

create index if not exists user_account_created_at on user_account (created_at, id);
create index if not exists user_account_seen_at on user_account (greatest(active_at, signed_in_at), id);
create index if not exists user_account_blocked_at on user_account (blocked_at) where blocked_at is not null;
create index if not exists user_account_words on user_account
  using gin (words_of(first_name || ' ' || last_name || ' ' || email));
