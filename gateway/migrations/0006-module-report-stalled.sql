-- Whether the version was loaded and rendered nothing. It is a failure that is counted separately.
alter table module_report add column stalled boolean not null default false;
