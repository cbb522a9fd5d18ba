-- How much the report counts, from 0 (the version was not served to this user) to 1 (an established account).
alter table module_report add column weight real not null default 1;
