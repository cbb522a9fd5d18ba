create table user_badge (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references listener,
  badge_id text not null,
  earned_at timestamptz(3) not null,
  -- The time at which the badge was shown to the user.
  announced_at timestamptz(3),
  constraint user_badge_once unique (user_id, badge_id)
);
