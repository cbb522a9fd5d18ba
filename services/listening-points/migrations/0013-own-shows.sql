-- A daily limit for points from listening to one's own shows, like the limit for pledges.
alter table listener
  -- Day (UTC) of the points from own shows. Like pledge_day it never decreases.
  add column own_day date not null default '-infinity',
  add column own_points integer not null default 0;

-- The day whose limit for own shows contains the entry; null for other entries. A correction does not raise the limit.
alter table ledger_entry add column own_day date;

alter table listening_session
  -- The role of the user at the start: listener, host of the show, or preview of an unpublished episode. A preview
  -- earns no credit.
  add column heard_as text not null default 'listener',
  -- Points that the limit withholds: those for minutes, and all points for a completion. The completion still counts
  -- for this week (its Monday), without an entry.
  add column minute_points_held integer not null default 0,
  add column unpaid_completion_week date,
  -- Existing rows have the default, so a scan under a lock is not needed.
  add constraint listening_session_heard_as check (heard_as in ('listener', 'host', 'preview')) not valid,
  add constraint listening_session_preview check (heard_as <> 'preview' or left_seconds = 0) not valid;
