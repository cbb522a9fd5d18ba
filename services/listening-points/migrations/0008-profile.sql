-- How other users see a user, in addition to display_name.
alter table listener
  -- Hides points from the user, who is anonymous on the leaderboard. The ledger continues.
  add column hide_points boolean not null default false,
  -- Badges beside the name, in the user's order. The user's points limit how many are shown.
  add column shown_badges text[] not null default '{}'
    constraint listener_shown_badges_few check (cardinality(shown_badges) <= 10);
