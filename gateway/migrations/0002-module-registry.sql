-- Tokens of the `mfe` command that deploy or release versions of one module. Only a hash is stored.
create table module_token (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  module text not null,
  label text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);

-- The results of versions in browsers: one row for each visitor, version and five minutes, for any number of reports.
create table module_report (
  period timestamptz not null,
  module text not null,
  version text not null,
  visitor text not null,
  loaded boolean not null,
  failed boolean not null,
  tampered boolean not null,
  load_ms integer,
  primary key (period, module, version, visitor)
);
