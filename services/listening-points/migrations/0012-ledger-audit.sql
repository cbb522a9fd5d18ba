-- When everything was last recomputed from the ledger, and how many promises did not hold then.
create table ledger_audit (
  id uuid primary key default gen_random_uuid(),
  began_at timestamptz not null default clock_timestamp(),
  -- Null while it runs, and for ever when it was broken off.
  ended_at timestamptz,
  broken integer check (broken >= 0),
  constraint ledger_audit_ended check ((ended_at is null) = (broken is null))
);

create index ledger_audit_newest on ledger_audit (began_at desc);
