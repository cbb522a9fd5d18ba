-- For sums of what a creator received, by day and episode. It contains all columns of the sums, because the tips of a creator
-- are on many pages of the table. Tips to a show without an episode come first.
create index if not exists tip_received on tip (
  receiver_id, day, podcast_id, (coalesce(episode_id, '00000000-0000-0000-0000-000000000000'::uuid))
) include (episode_id, amount_cents, status);
