-- What listening to one's own shows brings in a day is limited, as what pledges bring is.
alter table listener
  -- Day (UTC) that the points of own shows belong to. Like pledge_day it never goes back.
  add column own_day date not null default '-infinity',
  add column own_points integer not null default 0;

-- The day whose limit for own shows an entry counts for; null for everything else. A correction gives nothing back.
alter table ledger_entry add column own_day date;

alter table listening_session
  -- Whom the person was when it began: a listener like others, the host of the show, or somebody who hears what is not
  -- published yet. Nothing of a preview is credited.
  add column heard_as text not null default 'listener',
  -- What the limit held back: points for its minutes, and all points for a completion. That one counts all the same,
  -- in this week (its Monday), and has no entry of its own.
  add column minute_points_held integer not null default 0,
  add column unpaid_completion_week date,
  -- Every row there is has the default: nobody needs to wait while they are looked through.
  add constraint listening_session_heard_as check (heard_as in ('listener', 'host', 'preview')) not valid,
  add constraint listening_session_preview check (heard_as <> 'preview' or left_seconds = 0) not valid;
