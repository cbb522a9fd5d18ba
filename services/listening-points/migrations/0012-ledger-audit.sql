-- Runs of the audit, which recomputes all sums from the ledger, and the number of rules that each found broken.
create table ledger_audit (
  id uuid primary key default gen_random_uuid(),
  began_at timestamptz not null default clock_timestamp(),
  -- Null while it runs and after an interruption.
  ended_at timestamptz,
  broken integer check (broken >= 0),
  constraint ledger_audit_ended check ((ended_at is null) = (broken is null))
);

create index ledger_audit_newest on ledger_audit (began_at desc);
