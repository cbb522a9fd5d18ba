-- The time at which the user removed the entry from the history. Listening to the episode again restores it.
alter table history_entry add column removed_at timestamptz(3);
