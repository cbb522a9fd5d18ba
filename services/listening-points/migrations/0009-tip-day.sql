-- The day (UTC) that a tip counts for. Like the sender's pledge_day it never goes back, though a clock may: a tip sent
-- just after midnight and one "before" it count for the same day.
alter table tip add column day date not null default (now() at time zone 'UTC')::date;
update tip set day = (created_at at time zone 'UTC')::date;
