-- Each instance asks about once a second which feeds have changed.
create index if not exists podcast_feed_changed on podcast (feed_changed_at);
create index if not exists removed_address_newest on removed_address (removed_at);
