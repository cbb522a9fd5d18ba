-- Each instance asks about once a second which feeds have changed or are removed.
create index if not exists removed_address_newest on removed_address (removed_at);
