-- Whether the version had come and showed nothing: one of the ways to fail, and told apart from the others.
alter table module_report add column stalled boolean not null default false;
