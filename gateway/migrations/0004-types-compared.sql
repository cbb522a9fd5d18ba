-- The compiler's result for a module in a shell with other types. Versions are immutable, so the result is permanent.
create table types_compared (
  module text not null,
  version text not null,
  shell text not null,
  -- Null if the types are compatible.
  complaint text,
  told_by text not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (module, version, shell)
);
