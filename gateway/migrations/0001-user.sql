-- A person, as an OpenID issuer knows them. The e-mail may change or be shared; issuer and subject are who they are.
create table user_account (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  email text not null,
  email_is_verified boolean not null,
  first_name text not null,
  last_name text not null,
  -- What the issuer said at the last sign-in. Admins named by configuration are not written down.
  claimed_roles text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  signed_in_at timestamptz not null default clock_timestamp(),
  unique (issuer, subject)
);

-- A signed-in browser. The cookie's value itself is nowhere: whoever reads this table can sign in as nobody.
create table browser_session (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  user_id uuid not null references user_account on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);

create index browser_session_user_id on browser_session (user_id);
create index browser_session_expires_at on browser_session (expires_at);

-- A sign-in on its way through the issuer. Deleting the row is using it, so it is used at most once.
create table sign_in (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  -- The browser that began it: only that one may finish it.
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  origin text not null,
  return_to text not null,
  expires_at timestamptz not null
);

create index sign_in_expires_at on sign_in (expires_at);
