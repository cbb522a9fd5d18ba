-- The attempts to load the picture from an address (cover_image, profile_image). A loaded picture replaces the address.
-- picture_due_at is the time of the next attempt; null after a permanent failure.
alter table podcast
  add column picture_due_at timestamptz default now(),
  add column picture_attempts integer not null default 0,
  add column picture_failure text;

alter table creator_profile
  add column picture_due_at timestamptz default now(),
  add column picture_attempts integer not null default 0,
  add column picture_failure text;
