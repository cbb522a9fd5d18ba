-- How a person wants to appear; their display name has been here from the beginning.
alter table listener
  -- They want to see no points, and are nobody by name on the leaderboard. The ledger keeps running.
  add column hide_points boolean not null default false,
  -- Badges beside their name, in their order. How many of them show depends on their points at that time.
  add column shown_badges text[] not null default '{}'
    constraint listener_shown_badges_few check (cardinality(shown_badges) <= 10);
