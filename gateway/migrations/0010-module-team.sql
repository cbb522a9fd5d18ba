-- The team of a module. Members deploy and release it; owners also manage its team.
create table module_member (
  module text not null,
  user_id uuid not null references user_account on delete cascade,
  is_owner boolean not null,
  added_by text not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (module, user_id)
);

create index module_member_user_id on module_member (user_id);

-- The token of a CI job is valid for a module if it has all these claims.
create table module_ci_rule (
  id uuid primary key default gen_random_uuid(),
  module text not null,
  claims jsonb not null check (jsonb_typeof(claims) = 'object' and claims <> '{}'),
  scopes text[] not null check (cardinality(scopes) > 0),
  added_by text not null,
  added_at timestamptz not null default clock_timestamp()
);

create index module_ci_rule_module on module_ci_rule (module);

-- The member of the token, which is deleted with the membership. Null for tokens of admins and of earlier releases.
alter table module_token add column user_id uuid references user_account on delete cascade;
-- Whether the token may change the team.
alter table module_token add column manages boolean not null default false;
