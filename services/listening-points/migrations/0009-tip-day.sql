-- The day (UTC) for which a tip counts. Like the sender's pledge_day it never decreases: if the clock is set back
-- across midnight, a later tip counts for the day of the earlier one.
alter table tip add column day date not null default (now() at time zone 'UTC')::date;
update tip set day = (created_at at time zone 'UTC')::date;
