create table tip (
  -- Derived from sender and idempotency key, so a repeated request has the same id at the payment provider.
  id uuid primary key,
  sender_id uuid not null references listener,
  receiver_id uuid not null,
  podcast_id uuid not null,
  episode_id uuid,
  amount_cents integer not null constraint tip_amount_range check (amount_cents between 100 and 50000),
  points_earned integer not null constraint tip_points_range check (points_earned between 0 and 1000),
  status text not null constraint tip_status check (status in ('pledged', 'settled')),
  -- The payment provider's id of the payment; null for a pledge.
  provider_reference text,
  created_at timestamptz(3) not null,
  constraint tip_not_to_oneself check (sender_id <> receiver_id)
);

create index tip_newest_sent on tip (sender_id, created_at desc);
