-- Whether calls of the version failed with an error of the product. It is shown and is no failure of the version.
alter table module_report add column faulty boolean not null default false;
