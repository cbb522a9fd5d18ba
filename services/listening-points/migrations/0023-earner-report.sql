-- One row, which the first report inserts: a backup is restored into empty tables. The time until which unusual earners are
-- examined; the next report continues there.
create table earner_report (
  id boolean primary key default true check (id),
  reported_until timestamptz(3) not null
);

-- From here on, `unusual_earner.day` is the day of the activity (UTC), not of the audit.
alter table unusual_earner drop constraint unusual_earner_reason, add constraint unusual_earner_reason check (
  reason in ('points_per_hour', 'bonuses_per_day', 'episodes_of_one_host', 'listeners_of_one_address')
);
