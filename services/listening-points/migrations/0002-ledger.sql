-- The source of each point. Append-only; an error gets a reversing entry.
create table ledger_entry (
  id uuid primary key default gen_random_uuid(),
  -- The order of a user's entries, because each transaction locks the user's row in listener.
  number bigint generated always as identity,
  user_id uuid not null references listener,
  kind text not null constraint ledger_entry_kind
    check (kind in ('listening', 'started', 'completed', 'weekly', 'badge', 'tip', 'correction')),
  -- The source: a session, an episode, a week, a badge, a tip, or the reversed entry.
  source_id text not null,
  -- The group of the entry in the history of points.
  type text not null constraint ledger_entry_type check (type in ('listening', 'tip', 'achievement')),
  points integer not null,
  session_id uuid,
  -- Values for the text of the entry: title, minutes, badge, …
  about jsonb not null default '{}',
  -- Monday of the ISO week (UTC) for which the entry counts.
  week date not null,
  created_at timestamptz(3) not null default wall_clock(),
  constraint ledger_entry_pays_once unique (user_id, kind, source_id),
  -- Only a correction can be negative.
  constraint ledger_entry_points_sign check (points > 0 or (kind = 'correction' and points < 0))
);

create index ledger_entry_newest on ledger_entry (user_id, type, number desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Applies to every role, also to the owner of the table.
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();

revoke update, delete, truncate on ledger_entry from listening_points;
