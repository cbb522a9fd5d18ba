-- The result of the browser check of a version, which never changes.
create table browser_verdict (
  module text not null,
  version text not null,
  -- Empty when it passed.
  problems text[] not null,
  saved_by text not null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (module, version)
);
