-- Which version a developer's own build is at right now. People who were given a link to the draft follow it.
create table module_draft (
  module text not null,
  draft text not null,
  version text not null,
  moved_by text not null,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (module, draft)
);
