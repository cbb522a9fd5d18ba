-- Why every point is there. Only ever added to: a mistake gets a reversing entry.
create table ledger_entry (
  id uuid primary key default gen_random_uuid(),
  -- Order in which a person's entries were written: their row in listener is locked meanwhile.
  number bigint generated always as identity,
  user_id uuid not null references listener,
  kind text not null constraint ledger_entry_kind
    check (kind in ('listening', 'started', 'completed', 'weekly', 'badge', 'tip', 'correction')),
  -- What paid: a session, an episode, a week, a badge, a tip, or the entry that is reversed.
  source_id text not null,
  -- The heading it is shown under.
  type text not null constraint ledger_entry_type check (type in ('listening', 'tip', 'achievement')),
  points integer not null,
  session_id uuid,
  -- The pieces of its sentence: title, minutes, badge, …
  about jsonb not null default '{}',
  -- Monday of the ISO week (UTC) that it counts for.
  week date not null,
  created_at timestamptz(3) not null default wall_clock(),
  constraint ledger_entry_pays_once unique (user_id, kind, source_id),
  -- Only a reversal may take points away.
  constraint ledger_entry_points_sign check (points > 0 or (kind = 'correction' and points < 0))
);

create index ledger_entry_newest on ledger_entry (user_id, type, number desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- For everyone, the owner of the table included.
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();

revoke update, delete, truncate on ledger_entry from listening_points;
