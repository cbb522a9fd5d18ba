-- Errors of module versions in pages, for the team. Equal errors of a version are one row.
create table module_error (
  module text not null,
  version text not null,
  fingerprint text not null,
  message text not null,
  -- Positions in the built files; null if the thrown value has no stack.
  stack text,
  -- The path of the page, without its query.
  page text not null,
  -- The incident of the latest occurrence; null if the page continued to work.
  incident text,
  occurrences integer not null default 1,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  primary key (module, version, fingerprint)
);

create index module_error_last_at on module_error (last_at);
