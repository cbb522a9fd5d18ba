-- What a compiler said of a module in a shell of other types. Neither version ever changes, so it holds for good.
create table types_compared (
  module text not null,
  version text not null,
  shell text not null,
  -- Null when they fit.
  complaint text,
  told_by text not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (module, version, shell)
);
