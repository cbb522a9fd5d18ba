-- The balance counts the removed entries of each user. They are few.
create index if not exists history_entry_removed on history_entry (user_id) where removed_at is not null;
