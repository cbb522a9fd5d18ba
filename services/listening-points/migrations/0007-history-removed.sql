-- When a person took the entry out of their history; listening to the episode later brings it back.
alter table history_entry add column removed_at timestamptz(3);
