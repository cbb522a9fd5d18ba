-- Changes by admins and members of shows: who changed what, when and why. A row is inserted in the transaction of the change.
create table audit_entry (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  -- Null: the product itself, or a user whose account was deleted.
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_name text not null,
  -- The user whom the change concerns, for example the owner of the show.
  concerns_id uuid,
  reason text,
  details jsonb not null default '{}'
);

create index audit_entry_created_at on audit_entry (created_at, id);
create index audit_entry_actor_id on audit_entry (actor_id, created_at, id);
create index audit_entry_subject_id on audit_entry (subject_id, created_at, id);
create index audit_entry_concerns_id on audit_entry (concerns_id);
