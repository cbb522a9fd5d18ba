-- The current version of a developer's local build. Browsers with a link to the draft get it.
create table module_draft (
  module text not null,
  draft text not null,
  version text not null,
  moved_by text not null,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (module, draft)
);
