-- Whether calls of the version were answered with a fault of the product's: told, and no failure of the version.
alter table module_report add column faulty boolean not null default false;
