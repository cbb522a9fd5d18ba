-- Removed entries are few. The balance counts them for each user.
create index if not exists history_entry_removed on history_entry (user_id) where removed_at is not null;
