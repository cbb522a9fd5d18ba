-- A user. Issuer and subject identify the account; the e-mail may change, and several accounts may share it.
create table user_account (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  email text not null,
  email_is_verified boolean not null,
  first_name text not null,
  last_name text not null,
  -- Roles from the issuer at the latest sign-in. Admins of the configuration are not stored.
  claimed_roles text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  signed_in_at timestamptz not null default clock_timestamp(),
  unique (issuer, subject)
);

-- A signed-in browser. Only a hash of the cookie is stored, so a reader of this table cannot sign in.
create table browser_session (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  user_id uuid not null references user_account on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);

create index browser_session_user_id on browser_session (user_id);
create index browser_session_expires_at on browser_session (expires_at);

-- A sign-in in progress. The callback deletes the row, so it is used at most once.
create table sign_in (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  -- The browser that started it. Only this browser can complete it.
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  origin text not null,
  return_to text not null,
  expires_at timestamptz not null
);

create index sign_in_expires_at on sign_in (expires_at);
